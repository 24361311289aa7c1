import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** Someone types `run`, which submits, waits and stores the picture. */
export const runAtTerminal: Event = {
  name: 'run-at-terminal',
  weight: 12,
  draw: (random) => ({ account: random.pick(names), model: random.pick(['beta-5.0', 'beta-5.0', 'beta_5.0Pro']) }),
  happen(scene, { account, model }) {
    const wish = scene.wish(String(account), true)
    const words = ['run', String(model), `prompt=${wish.prompt}`, '--out', wish.file ?? '']
    scene.commands.push({ account: wish.account, words })
    scene.tell(String(account), `types run: ${wish.prompt}, ${model}`)
    scene.desk(wish.account).type(words, scene.keyOf(wish.account))
  },
}
