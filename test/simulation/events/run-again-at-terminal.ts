import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** Someone types the last `run` of before once more, as people do when a command was killed. */
export const runAgainAtTerminal: Event = {
  name: 'run-again-at-terminal',
  weight: 1,
  draw: (random) => ({ account: random.pick(names) }),
  happen(scene, { account }) {
    const name = String(account)
    const last = scene.commands.findLast((one) => one.account === name)
    if (last === undefined) return
    // Who runs what has failed once more wants another task, and gets one.
    const prompt = last.words[2]?.slice(7)
    if (scene.front.database.tasks().some((task) => task.prompt === prompt && task.status === 'failed')) return
    scene.tell(name, `types the same run once more: ${prompt}`)
    scene.desk(name).type(last.words, scene.keyOf(name))
  },
}
