import { Durations, shortTimes } from '../../base/durations.js'

/** How many requests of one kind were answered, and how long that took. */
export interface RequestFigure {
  method: string
  /** The pattern of the route, such as `/tasks/:id`; never an address, of which callers can make any number. */
  route: string
  status: number
  durations: Durations
}

/** Counts answered requests by method, route and status. Cheap enough for each request. */
export class RequestFigures {
  /** By route: few of each, found without making a key of them for each request. */
  readonly #figures = new Map<string, RequestFigure[]>()

  /** Counts a request that took so many milliseconds. */
  record(method: string, route: string, status: number, milliseconds: number): void {
    this.#figureOf(method, route, status).durations.record(milliseconds)
  }

  /** What was counted since the start. */
  all(): readonly RequestFigure[] {
    return [...this.#figures.values()].flat()
  }

  #figureOf(method: string, route: string, status: number): RequestFigure {
    const ofRoute = this.#figures.get(route) ?? []
    for (const figure of ofRoute) if (figure.status === status && figure.method === method) return figure
    const figure = { method, route, status, durations: new Durations(shortTimes) }
    this.#figures.set(route, [...ofRoute, figure])
    return figure
  }
}
