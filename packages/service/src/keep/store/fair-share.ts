/** What an account has in a queue when free places are given out. */
export interface Share<Task> {
  /** Its weight: with twice the weight an account runs twice as many tasks while both have some waiting. */
  weight: number
  /** Its tasks that run in the queue, and those that may run. */
  running: number
  /** 0, or its place among the accounts that come after all others. */
  turn: number
  /** Its tasks that may be taken, in their order: no more than its limit leaves. */
  due: readonly Task[]
}

/**
 * Gives out free places: each to the account that has the fewest tasks running for its weight, counting those it has
 * just been given; among equals to the earlier task. The same as the function claim_tasks in PostgreSQL.
 */
export function fairShare<Task extends { id: string; notBefore: number }>(
  shares: readonly Share<Task>[],
  places: number,
): Task[] {
  const ranked = shares.flatMap(({ weight, running, turn, due }) =>
    due.map((task, index) => ({ task, turn, share: (running + index + 1) / weight })),
  )
  ranked.sort(
    (one, other) =>
      one.turn - other.turn ||
      one.share - other.share ||
      one.task.notBefore - other.task.notBefore ||
      (one.task.id < other.task.id ? -1 : 1),
  )
  return ranked.slice(0, Math.max(0, places)).map(({ task }) => task)
}

/**
 * How many tasks of each account have to be known before places are given out: as far down the order of shares as the
 * places reach, if all that wait are due. `candidates`: in the order of turn and share, each with the number of its tasks
 * that wait and may be taken.
 */
export function reach(
  candidates: readonly { weight: number; running: number; turn: number; room: number }[],
  places: number,
): number[] {
  const order = candidates.flatMap(({ weight, running, turn, room }, index) =>
    Array.from({ length: Math.min(room, places - index) }, (_, place) => ({
      turn,
      share: (running + place + 1) / weight,
    })),
  )
  order.sort((one, other) => one.turn - other.turn || one.share - other.share)
  const level = order[places - 1]
  return candidates.map(({ weight, running, turn, room }) =>
    level === undefined || turn < level.turn
      ? room
      : turn > level.turn
        ? 0
        : Math.min(room, Math.max(0, Math.ceil(level.share * weight) - running)),
  )
}
