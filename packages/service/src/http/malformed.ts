import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Problem } from './problem.js'

/** What was asked on a connection last. */
interface Asked {
  latest: ServerResponse
  /** The one before it, when that was not sent yet. */
  before: ServerResponse | undefined
}

/**
 * Answers what Node cannot parse as HTTP. A client may send it behind a request that is not answered yet, such as a body
 * that is longer than its length says. It would take the first answer for that of its request: a 400, though a task was
 * accepted. So that answer goes first.
 */
export class MalformedRequests {
  readonly #asked = new WeakMap<Socket, Asked>()
  readonly #answered = new WeakSet<Socket>()

  /** Notes a request whose headers have arrived. */
  note({ socket }: IncomingMessage, response: ServerResponse): void {
    const asked = this.#asked.get(socket)
    if (asked === undefined) {
      this.#asked.set(socket, { latest: response, before: undefined })
    } else {
      asked.before = asked.latest.writableFinished ? undefined : asked.latest
      asked.latest = response
    }
  }

  /** Answers what could not be parsed, after the requests before it, and closes the connection. */
  answer(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    // What arrives behind it cannot be parsed either.
    if (this.#answered.has(socket)) return
    this.#answered.add(socket)
    const unanswered = this.#unanswered(socket)
    const answer = answerText(problemOf(error.code))
    if (unanswered === undefined) socket.end(answer)
    else
      unanswered.once('close', () => {
        if (socket.writable) socket.end(answer)
      })
  }

  /** The response to the last request that has arrived whole, while it is not sent. */
  #unanswered(socket: Socket): ServerResponse | undefined {
    const asked = this.#asked.get(socket)
    const whole = asked?.latest.req.complete === false ? asked.before : asked?.latest
    return whole?.writableFinished === false ? whole : undefined
  }
}

function answerText(problem: Problem): string {
  const body = problem.body()
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
}

function problemOf(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers-too-large', 'the request headers are larger than this service reads')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request-timeout', 'the request did not arrive in time')
  return new Problem('bad-request', 'this is not an HTTP/1.1 request')
}
