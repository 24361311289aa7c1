import type { IncomingMessage, ServerResponse } from 'node:http'
import type { JsonValue } from '../../base/json.js'
import { isTaskId } from '../../domain/task/id.js'
import { writeAnswer, type Answer } from './answer.js'
import type { ReadBody } from './body.js'
import { refusalOf, type Caller, type CallerCache } from '../../admit/callers.js'
import type { HttpContext } from './context.js'
import { problemOf } from './errors.js'
import { drainRest } from './hooks/early-answers.js'
import { noteAnswered } from './hooks/observe.js'
import type { RateLimiter } from '../../admit/rate-limiter.js'
import { ambiguityOf } from './hooks/unambiguous.js'
import { jsonOf, largestText } from './json-body.js'
import { problemAnswer } from './problem-answer.js'
import { requestId } from './request-id.js'
import type { Query } from './routes/query.js'
import { largestSubmission, type AnswerSubmit } from './routes/submit.js'

/** What the fast path works with: the same parts as the routes. */
export interface FastPathParts extends Pick<HttpContext, 'clock' | 'log' | 'requests' | 'stage' | 'tracing'> {
  callers: Pick<CallerCache, 'knownBy'>
  limiter: RateLimiter
  readBody: ReadBody
  query: Query
  submit: AnswerSubmit
}

/** Requests that the fast path answers: the route they count under, what the caller has to be allowed, and how they are answered. */
interface FastRoute {
  route: string
  scope: 'read' | 'submit'
  bodyLimit: number
  /** The answer, where nothing has to be waited for. */
  atHand(request: IncomingMessage, caller: Caller): Answer | undefined
  read(request: IncomingMessage): Promise<JsonValue | undefined>
  answer(request: IncomingMessage, caller: Caller, id: string, body: JsonValue | undefined): Promise<Answer>
}

/** A request that the fast path has taken. */
interface Taken {
  fast: FastRoute
  caller: Caller
  request: IncomingMessage
  response: ServerResponse
  id: string
  began: number
}

/**
 * Answers queries and submits without the framework, which costs more than they do: in the form in which clients send
 * them, of callers who are known, within their rate. All others, and those rejected before their body is read, are left
 * to the framework, untouched. What it answers is the same to the byte; a test sends both the same requests.
 */
export class FastPath {
  readonly #parts: FastPathParts
  readonly #tasksPath: string
  readonly #queryPrefix: string
  readonly #query: FastRoute
  readonly #submit: FastRoute

  /** `prefix`: the path of the API. */
  constructor(prefix: string, parts: FastPathParts) {
    this.#parts = parts
    this.#tasksPath = `${prefix}/tasks`
    this.#queryPrefix = `${prefix}/tasks/`
    this.#query = {
      route: `${this.#queryPrefix}:id`,
      scope: 'read',
      bodyLimit: 0,
      atHand: (request, caller) => parts.query.atHand(this.#idIn(request), caller, request),
      read: () => Promise.resolve(undefined),
      answer: (request, caller) => parts.query.find(this.#idIn(request), caller, request),
    }
    this.#submit = {
      route: this.#tasksPath,
      scope: 'submit',
      bodyLimit: largestSubmission,
      atHand: () => undefined,
      read: async (request) => jsonOf(await parts.readBody(request, request.headers, largestSubmission)),
      answer: ({ headers, socket }, caller, id, body) =>
        parts.submit(body, { caller, headers, socket, id, traceparent: undefined }),
    }
  }

  /** Answers the request, or answers false and has not touched it. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    const { callers, limiter, clock, stage, tracing } = this.#parts
    const { headers } = request
    if (tracing !== undefined || stage() !== 'serving' || headers.origin !== undefined) return false
    const route = this.#routeOf(request)
    const caller = route === undefined ? null : callers.knownBy(headers.authorization)
    if (route === undefined || caller === null || ambiguityOf(request) !== undefined) return false
    if (refusalOf(caller, route.scope, clock.now()) !== undefined || limiter.count(caller) !== undefined) return false
    const id = requestId(headers['x-request-id'])
    const taken = { fast: route, caller, request, response, id, began: performance.now() }
    try {
      const known = route.atHand(request, caller)
      if (known === undefined) void this.#answer(taken)
      else this.#send(known, taken)
    } catch (error) {
      this.#send(this.#problem(error, taken), taken)
    }
    return true
  }

  #routeOf(request: IncomingMessage): FastRoute | undefined {
    const { method, url = '', headers } = request
    if (headers['transfer-encoding'] !== undefined || headers.prefer !== undefined) return undefined
    const length = headers['content-length']
    if (method === 'GET' && length === undefined && url.startsWith(this.#queryPrefix)) {
      return isTaskId(this.#idIn(request)) ? this.#query : undefined
    }
    if (method !== 'POST' || url !== this.#tasksPath || headers['content-type'] !== 'application/json') return undefined
    return length !== undefined && Number(length) <= largestText ? this.#submit : undefined
  }

  /** What stands in the place of a task's ID. */
  #idIn({ url = '' }: IncomingMessage): string {
    return url.slice(this.#queryPrefix.length)
  }

  async #answer(taken: Taken): Promise<void> {
    const { fast, caller, request, id } = taken
    let [answered, reading]: [Answer | undefined, boolean] = [undefined, true]
    try {
      const body = await fast.read(request)
      reading = false
      answered = await fast.answer(request, caller, id, body)
    } catch (error) {
      const { headers, ...problem } = this.#problem(error, taken)
      // Like the framework: what is wrong with a body ends its connection.
      answered = { ...problem, headers: reading ? ['connection', 'close', ...headers] : headers }
      drainRest(request, this.#parts.clock)
    }
    this.#send(answered, taken)
  }

  #problem(error: unknown, { fast: { route, bodyLimit }, request: { method = '' }, id }: Taken): Answer {
    return problemAnswer(problemOf(error, { id, method, route, bodyLimit }, this.#parts.log), id)
  }

  #send(answer: Answer, { fast: { route }, request: { method = '' }, response, id, began }: Taken): void {
    const { status } = answer
    const note = (): void => {
      noteAnswered({ id, method, route, status, ms: performance.now() - began }, this.#parts)
    }
    writeAnswer(response, answer, id)
    // Most answers have left at once. One whose connection is closed has no receiver.
    if (response.socket?.writable === true && response.writableFinished) note()
    else response.once('finish', note)
  }
}
