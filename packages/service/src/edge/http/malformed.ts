import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpContext } from './context.js'
import { Problem } from '../../admit/problem.js'
import { problemAnswer } from './problem-answer.js'
import { requestId } from './request-id.js'

/** What was asked on a connection last. */
interface Asked {
  latest: ServerResponse
  /** The one before it, when that was not over yet. */
  before: ServerResponse | undefined
}

/** How long a connection is left to a client that was answered, in milliseconds: enough that an honest one reads it. */
const readTimeout = 5000

/**
 * Answers what Node makes no request of: what it cannot parse as HTTP, and CONNECT. A client may send it behind a request that is not answered yet, such as a body
 * that is longer than its length says. It would take the first answer for that of its request: a 400, though a task was
 * accepted. So that answer goes first.
 */
export class MalformedRequests {
  readonly #parts: Pick<HttpContext, 'clock' | 'log'>
  readonly #asked = new WeakMap<Socket, Asked>()
  readonly #answered = new WeakSet<Socket>()

  constructor(parts: Pick<HttpContext, 'clock' | 'log'>) {
    this.#parts = parts
  }

  /** Notes a request whose headers have arrived. Answers the response to the one before it, while that is not over. */
  note({ socket }: IncomingMessage, response: ServerResponse): ServerResponse | undefined {
    const asked = this.#asked.get(socket)
    if (asked === undefined) {
      this.#asked.set(socket, { latest: response, before: undefined })
      return undefined
    }
    asked.before = asked.latest.closed ? undefined : asked.latest
    asked.latest = response
    return asked.before
  }

  /** Answers what could not be parsed, after the requests before it, and closes the connection. */
  answer(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
    else this.#close(socket, problemOf(error.code))
  }

  /** Answers a CONNECT, for which Node gives its bare socket, after the requests before it, and closes that. */
  refuseTunnel(socket: Socket): void {
    socket.on('error', () => socket.destroy()).resume()
    this.#close(socket, new Problem('bad-request', 'CONNECT is not offered here: this service is not a proxy'))
  }

  #close(socket: Socket, problem: Problem): void {
    // What arrives behind it cannot be parsed either.
    if (this.#answered.has(socket)) return
    this.#answered.add(socket)
    const last = (): void => {
      if (!socket.writable) return
      const id = requestId(undefined)
      socket.end(answerText(problem, id))
      this.#parts.log.debug('no request', { requestId: id, status: problem.status, problem: problem.detail })
      const over = new AbortController()
      socket.once('close', () => {
        over.abort()
      })
      void this.#parts.clock.delay(readTimeout, over.signal).then(() => socket.destroy())
    }
    const unanswered = this.#unanswered(socket)
    if (unanswered === undefined) last()
    else unanswered.once('close', last)
  }

  /** The response to the last request that has arrived whole, while it is not sent. */
  #unanswered(socket: Socket): ServerResponse | undefined {
    const asked = this.#asked.get(socket)
    const whole = asked?.latest.req.complete === false ? asked.before : asked?.latest
    return whole?.writableFinished === false ? whole : undefined
  }
}

function answerText(problem: Problem, id: string): string {
  const { status, headers, body } = problemAnswer(problem, id)
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`]
  for (let index = 0; index < headers.length; index += 2) lines.push(`${headers[index]}: ${headers[index + 1]}`)
  return [
    ...lines,
    `x-request-id: ${id}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers-too-large', 'the request headers are larger than this service reads')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request-timeout', 'the request did not arrive in time')
  return new Problem('bad-request', 'this is not an HTTP/1.1 request')
}
