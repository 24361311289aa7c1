/** Upper bounds of the time a request takes, in seconds. */
export const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

/** How many requests of one kind were answered, and how long that took. */
export interface RequestFigure {
  method: string
  /** The pattern of the route, such as `/tasks/:id`; never an address, of which callers can make any number. */
  route: string
  status: number
  count: number
  /** Seconds in all. */
  sum: number
  /** How many took at most as long as the bound of the same place, and longer than the one before; the last: longer than all. */
  buckets: number[]
}

/** Counts answered requests by method, route and status. Cheap enough for each request. */
export class RequestFigures {
  readonly #figures = new Map<string, RequestFigure>()

  /** Counts a request that took so many milliseconds. */
  record(method: string, route: string, status: number, milliseconds: number): void {
    const key = `${status} ${method} ${route}`
    let figure = this.#figures.get(key)
    if (figure === undefined) {
      figure = {
        method,
        route,
        status,
        count: 0,
        sum: 0,
        buckets: Array.from({ length: durationBuckets.length + 1 }, () => 0),
      }
      this.#figures.set(key, figure)
    }
    const seconds = milliseconds / 1000
    figure.count += 1
    figure.sum += seconds
    let place = 0
    while (place < durationBuckets.length && seconds > (durationBuckets[place] ?? Infinity)) place += 1
    figure.buckets[place] = (figure.buckets[place] ?? 0) + 1
  }

  /** What was counted since the start. */
  all(): readonly RequestFigure[] {
    return [...this.#figures.values()]
  }
}
