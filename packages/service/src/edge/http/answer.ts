import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** An answer with its whole body. */
export interface Answer {
  status: number
  /** Names, in lower case, each followed by its value: what Node sends fastest. */
  headers: string[]
  body: string
}

/** Sends an answer through the framework. */
export function sendAnswer(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
  return reply.code(status).send(body)
}

/** Sends an answer without the framework, in the same bytes. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: Answer, requestId: string): void {
  const length = String(Buffer.byteLength(body))
  response.writeHead(status, ['x-request-id', requestId, ...headers, 'content-length', length])
  response.write(body)
  // Left to `end`, Node gathers the answer and its end, of no bytes, in a write that costs a quarter of the whole request.
  response.socket?.uncork()
  response.end()
}
