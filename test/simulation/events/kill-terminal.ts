import { titleOf } from '../actors/desk.js'
import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** The commands at the terminal are killed, wherever they are. */
export const killTerminal: Event = {
  name: 'kill-terminal',
  weight: 6,
  draw: (random) => ({ account: random.pick(names) }),
  happen(scene, { account }) {
    for (const typed of scene.runningOf(String(account))) {
      scene.tell(String(account), `kill -9 of ${titleOf(typed.words)}`)
      typed.process.end('killed')
    }
  },
}
