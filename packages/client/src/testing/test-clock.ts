import type { Clock } from '../policy/clock.js'

/** A clock that stands still until it is told to go on. */
export interface TestClock extends Clock {
  /** The milliseconds of every timer that is set. */
  readonly timers: readonly number[]
  /** Resolves as soon as a timer of this many milliseconds (or within a range) is set, with its milliseconds. */
  timer(milliseconds: number, orUpTo?: number): Promise<number>
  /** Goes on, running the timers that come due in their order. */
  advance(milliseconds: number): void
}

/** Time for tests: nothing waits, everything that would have waited can be seen. `random` always answers one half. */
export function createTestClock(): TestClock {
  interface Timer {
    due: number
    milliseconds: number
    run: () => void
  }
  let now = 0
  const timers = new Set<Timer>()
  /** By when they are due, then in the order they were set; those that were cleared are passed over. */
  let queue: Timer[] = []
  const watchers = new Set<() => void>()
  return {
    now: () => now,
    random: () => 0.5,
    setTimeout(run, milliseconds) {
      const timer = { due: now + Math.max(0, milliseconds), milliseconds, run }
      timers.add(timer)
      if (queue.length > 2 * timers.size + 100) queue = queue.filter((each) => timers.has(each))
      queue.splice(placeOf(timer.due, queue), 0, timer)
      for (const watcher of watchers) watcher()
      return timer
    },
    clearTimeout(timer) {
      timers.delete(timer as Timer)
    },
    get timers() {
      return Array.from(timers, ({ milliseconds }) => milliseconds)
    },
    timer: (minimum, maximum = minimum) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = Array.from(timers).find(
            ({ milliseconds }) => milliseconds >= minimum && milliseconds <= maximum,
          )
          if (!found) return
          watchers.delete(look)
          resolve(found.milliseconds)
        }
        watchers.add(look)
        look()
      }),
    advance(milliseconds) {
      const end = now + milliseconds
      while (queue[0] && queue[0].due <= end) {
        const next = queue.shift()
        if (!next || !timers.delete(next)) continue
        now = Math.max(now, next.due)
        next.run()
      }
      now = end
    },
  }
}

/** Where a timer stands among others in order: behind those that are due at the same time. */
function placeOf(due: number, queue: readonly { due: number }[]): number {
  let [low, high] = [0, queue.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((queue[middle]?.due ?? Infinity) <= due) low = middle + 1
    else high = middle
  }
  return low
}
