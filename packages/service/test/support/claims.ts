import type { Held, TaskQueue } from '../../src/keep/store/task-queue.js'

/** A process among those that share a store, which claims and runs tasks. */
export interface Claimer {
  owner: string
  /** Claims waiting tasks of a queue (`default`) and answers their IDs. */
  claim(room?: number, queue?: string): Promise<string[]>
  held(id: string): Held
}

/** Joins the queue as a process. */
export async function claimer(queue: TaskQueue): Promise<Claimer> {
  const owner = await queue.join()
  return {
    owner,
    claim: async (room = 1000, name = 'default') =>
      (await queue.claim(owner, { queue: name, room, concurrency: undefined })).map(({ id }) => id),
    held: (id) => ({ id, owner }),
  }
}
