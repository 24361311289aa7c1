/** How often something took how long. Cheap enough to be counted with each request. */
export class Durations {
  /** Upper bounds in seconds, the smallest first. */
  readonly bounds: readonly number[]
  /** How many took at most as long as the bound of the same place, and longer than the one before; the last: longer than all. */
  readonly buckets: number[]
  count = 0
  /** Seconds in all. */
  sum = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.buckets = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  /** Counts one that took so many milliseconds. */
  record(milliseconds: number): void {
    const seconds = milliseconds / 1000
    this.count += 1
    this.sum += seconds
    let place = 0
    while (place < this.bounds.length && seconds > (this.bounds[place] ?? Infinity)) place += 1
    this.buckets[place] = (this.buckets[place] ?? 0) + 1
  }
}

/** Upper bounds for what a caller waits for, and the database, in seconds. */
export const shortTimes: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
]
