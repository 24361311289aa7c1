import { titleOf } from '../actors/desk.js'
import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** Ctrl-C at the terminals. */
export const interruptTerminal: Event = {
  name: 'interrupt-terminal',
  weight: 3,
  draw: (random) => ({ account: random.pick(names) }),
  happen(scene, { account }) {
    for (const typed of scene.runningOf(String(account))) {
      scene.tell(String(account), `Ctrl-C in ${titleOf(typed.words)}`)
      scene.world.after(0, typed.process, 'interrupt', () => {
        typed.interrupt()
      })
    }
  },
}
