/** A task that is about to be submitted. */
export interface Reservation {
  user: string
  /** The day on which it counts (UTC), such as `2026-01-31`. */
  day: string
  /** Its Idempotency-Key at the service. */
  key: string
  /** What it costs, in credits. */
  amount: number
  /** What all tasks of this user and day may cost. */
  limit: number
  /** Milliseconds since 1970. */
  now: number
  /** Milliseconds for which the service makes no second task under the key: a repeat within them counts once, as the dearest of its requests. */
  sameFor: number
}

/** Where spending is counted. Both functions are atomic: of two reservations at once, the second sees the first. */
export interface SpendingStore {
  /** Counts a task, unless it would exceed the limit. `spent` is what was counted before. */
  reserve(reservation: Reservation): Promise<{ counted: boolean; spent: number }>
  /** Takes a task back that certainly was not made, unless its key was reserved more than once: a repeat that is rejected says nothing about the attempt before it. */
  release(task: Pick<Reservation, 'user' | 'day' | 'key'>): Promise<void>
}

interface Counted {
  amount: number
  at: number
  attempts: number
}

/** Counts in the memory of this process, and forgets with it. */
export function memorySpending(): SpendingStore {
  const days = new Map<string, Map<string, Map<string, Counted>>>()
  const tasksOf = ({ user, day }: Pick<Reservation, 'user' | 'day'>): Map<string, Counted> => {
    const users = days.get(day) ?? new Map<string, Map<string, Counted>>()
    const tasks = users.get(user) ?? new Map<string, Counted>()
    days.set(day, users.set(user, tasks))
    // The day before is still needed by a request that began in it.
    for (const earlier of [...days.keys()].sort().slice(0, -2)) days.delete(earlier)
    return tasks
  }
  return {
    reserve(reservation) {
      const { key, amount, limit, now, sameFor } = reservation
      const tasks = tasksOf(reservation)
      const spent = [...tasks.values()].reduce((sum, each) => sum + each.amount, 0)
      const known = tasks.get(key)
      if (known && now - known.at < sameFor) {
        // Attempts that were rejected leave their key to another request, which may cost more.
        const more = Math.max(0, amount - known.amount)
        if (spent + more > limit) return Promise.resolve({ counted: false, spent })
        known.amount += more
        known.attempts++
        return Promise.resolve({ counted: true, spent })
      }
      if (spent + amount > limit) return Promise.resolve({ counted: false, spent })
      const { amount: before = 0, attempts = 0 } = known ?? {}
      tasks.set(key, { amount: before + amount, at: now, attempts: attempts + 1 })
      return Promise.resolve({ counted: true, spent })
    },
    release(task) {
      const tasks = tasksOf(task)
      if (tasks.get(task.key)?.attempts === 1) tasks.delete(task.key)
      return Promise.resolve()
    },
  }
}
