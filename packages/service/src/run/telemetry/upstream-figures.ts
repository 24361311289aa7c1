import { Durations, shortTimes } from '../../base/durations.js'
import type { PauseReason } from '../../domain/provider/provider.js'
import { otherAccounts } from '../../keep/store/queue-figures.js'
import type { RunTimes } from '../engine/run-times.js'

const paused = [
  'credentials',
  'payment',
  'forbidden',
  'misconfigured',
  'unavailable',
  'rate-limited',
  'unreachable',
] as const satisfies readonly PauseReason[]

/**
 * What an upstream is asked for, with each answer that is told apart. `done`: it has the file or the task, told its state, gave
 * the result. `rejected`: it will not, because of what is in the task. `unknown`: nothing proves whether it has taken the task.
 * `missing`: it has no such task or file. `fault`: its answer says nothing of the task, or none came. The others: why it was paused.
 */
export const upstreamAnswers = {
  upload: ['done', 'rejected', ...paused],
  submit: ['done', 'rejected', 'unknown-model', 'unknown', ...paused],
  poll: ['done', 'missing', 'fault', ...paused],
  file: ['done', 'missing', 'fault'],
} as const
export type UpstreamRequest = keyof typeof upstreamAnswers
export type UpstreamAnswer<Request extends UpstreamRequest = UpstreamRequest> =
  (typeof upstreamAnswers)[Request][number]

/** Upper bounds for what upstreams take, in seconds. */
export const longTimes: readonly number[] = [0.5, 2, 5, 15, 60, 300, 900, 3600]

/** What one upstream did in this process. */
export interface UpstreamFigure {
  queue: string
  answers: ReadonlyMap<UpstreamRequest, ReadonlyMap<UpstreamAnswer, number>>
  started: Durations
  completed: Durations
  fetched: Durations
}

type OwnFigure = Omit<UpstreamFigure, 'answers'> & { answers: Map<UpstreamRequest, Map<UpstreamAnswer, number>> }

/** Lines of one upstream at most: three histograms with their sums and counts, and each answer. */
const linesEach = 3 * (longTimes.length + 3) + Object.values(upstreamAnswers).flat().length

/**
 * Counts what upstreams answer in this process, and how long tasks take there. The first ones are told apart, in the order of
 * the settings, and the others are counted together, so that there are never more lines than that.
 */
export class UpstreamFigures implements RunTimes {
  readonly claims = new Durations(shortTimes)
  readonly #toldApart: number
  readonly #figures = new Map<string, OwnFigure>()

  constructor(lines: number) {
    this.#toldApart = Math.max(0, Math.floor(lines / linesEach) - 1)
  }

  claimed(took: number): void {
    this.claims.record(took)
  }

  started(queue: string, took: number): void {
    this.of(queue).started.record(took)
  }

  completed(queue: string, took: number): void {
    this.of(queue).completed.record(took)
  }

  /** The files of a task were fetched, which took so many milliseconds. */
  fetched(queue: string, took: number): void {
    this.of(queue).fetched.record(took)
  }

  /** An upstream has answered, or has not. */
  answered<Request extends UpstreamRequest>(queue: string, request: Request, answer: UpstreamAnswer<Request>): void {
    const { answers } = this.of(queue)
    const counts = answers.get(request) ?? new Map<UpstreamAnswer, number>()
    answers.set(request, counts.set(answer, (counts.get(answer) ?? 0) + 1))
  }

  /** What was counted since the start. */
  all(): readonly UpstreamFigure[] {
    return [...this.#figures.values()]
  }

  /** The figures of an upstream, which are there from the first call, all 0. */
  of(queue: string): OwnFigure {
    const known = this.#figures.get(queue)
    if (known !== undefined) return known
    const name = this.#figures.size < this.#toldApart ? queue : otherAccounts
    const figure: OwnFigure = this.#figures.get(name) ?? {
      queue: name,
      answers: new Map(),
      started: new Durations(longTimes),
      completed: new Durations(longTimes),
      fetched: new Durations(longTimes),
    }
    this.#figures.set(name, figure)
    return figure
  }
}
