import { lockRows } from '../world/row-lock.js'
import type { Event } from './event.js'

/**
 * Someone has locked rows of tasks in the database: claims pass over those that wait (`SKIP LOCKED`), and what changes one waits.
 */
export const lockTasks: Event = {
  name: 'lock-tasks',
  weight: 4,
  draw: (random) => ({
    stage: random.pick(['waiting', 'waiting', 'running', 'sent']),
    count: 1 + random.below(3),
    for: random.pick([20, 2000, 20_000]),
  }),
  happen({ world, tell }, { stage, count, for: time }) {
    const { postgres } = world
    if (postgres === undefined) return
    tell('database', `${count} tasks of stage ${stage} are locked for ${Number(time) / 1000} s`)
    const query = `SELECT id FROM task WHERE stage = '${stage}' ORDER BY id LIMIT ${count} FOR UPDATE`
    world.after(0, undefined, 'lock tasks', async () => {
      const release = await lockRows(postgres, query)
      world.after(Number(time), undefined, 'unlock tasks', release)
    })
  },
}
