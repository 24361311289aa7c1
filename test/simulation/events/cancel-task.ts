import { names } from '../actors/operator.js'
import type { Event } from './event.js'

/** The latest task of an account that has not ended is cancelled at a terminal. */
export const cancelTask: Event = {
  name: 'cancel-task',
  weight: 5,
  draw: (random) => ({ account: random.pick(names) }),
  happen(scene, { account }) {
    const { id } = scene.front.operator.account(String(account))
    const task = scene.front.database.tasks().findLast((one) => one.account === id && one.stage !== 'ended')
    if (task === undefined) return
    scene.tell(String(account), `types cancel of the task of "${task.prompt}"`)
    scene.desk(String(account)).type(['cancel', task.id], scene.keyOf(String(account)))
  },
}
