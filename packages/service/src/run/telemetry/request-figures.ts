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
  /** By route: few of each, found without making a key of them for each request. */
  readonly #figures = new Map<string, RequestFigure[]>()

  /** Counts a request that took so many milliseconds. */
  record(method: string, route: string, status: number, milliseconds: number): void {
    const figure = this.#figureOf(method, route, status)
    const seconds = milliseconds / 1000
    figure.count += 1
    figure.sum += seconds
    let place = 0
    while (place < durationBuckets.length && seconds > (durationBuckets[place] ?? Infinity)) place += 1
    figure.buckets[place] = (figure.buckets[place] ?? 0) + 1
  }

  /** What was counted since the start. */
  all(): readonly RequestFigure[] {
    return [...this.#figures.values()].flat()
  }

  #figureOf(method: string, route: string, status: number): RequestFigure {
    const ofRoute = this.#figures.get(route) ?? []
    for (const figure of ofRoute) if (figure.status === status && figure.method === method) return figure
    const buckets = Array.from({ length: durationBuckets.length + 1 }, () => 0)
    const figure = { method, route, status, count: 0, sum: 0, buckets }
    this.#figures.set(route, [...ofRoute, figure])
    return figure
  }
}
