import type { ServerResponse, IncomingMessage } from 'node:http'
import type { WireTask } from './fake-task-store.js'

/** One request at the fault server, for a fault to deal with. */
export interface FaultExchange {
  request: IncomingMessage
  response: ServerResponse
  /** Reads the request to its end. */
  read: () => Promise<string>
  /** Reads the request and does what the service would do, without answering: makes the task, or takes it a step further. */
  accept: () => Promise<WireTask | undefined>
  /** Answers in full; an object goes out as JSON. */
  answer: (status: number, headers: Record<string, string>, body: string | Buffer | object) => void
}

/** Deals with one request instead of the server. */
export type Fault = (exchange: FaultExchange) => void | Promise<void>

const reset = ({ request }: FaultExchange): void => {
  request.socket.resetAndDestroy()
}

/** The connection is reset once the head of the request is there and before its body is read. */
export const resetWhileReading: Fault = (exchange) => reset(exchange)

/** The connection is reset after the whole request was read; nothing came of it. */
export const resetAfterReading: Fault = async (exchange) => {
  await exchange.read()
  reset(exchange)
}

/** The request is carried out, then the connection is reset: the answer is lost, the task is there. */
export const resetAfterAccept: Fault = async (exchange) => {
  await exchange.accept()
  reset(exchange)
}

/** The request is carried out and never answered. */
export const silence: Fault = async (exchange) => {
  await exchange.accept()
}

/** The request is carried out; the answer starts and never ends. */
export const stalledBody: Fault = async (exchange) => {
  await exchange.accept()
  exchange.response.writeHead(200, { 'content-type': 'application/json' })
  exchange.response.write('{"id":')
}

/** The request is carried out; the answer says it is longer than it is, and the connection closes. */
export const truncatedBody: Fault = async (exchange) => {
  const text = JSON.stringify(await exchange.accept())
  exchange.response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(text.length) })
  exchange.response.write(text.slice(0, text.length / 2), () => exchange.request.socket.destroy())
}

/** An answer of this status. */
export function status(code: number, body: string | object = {}, headers: Record<string, string> = {}): Fault {
  return async (exchange) => {
    await exchange.read()
    exchange.answer(code, headers, body)
  }
}

/** 429, with Retry-After in seconds, as a date, or without. */
export function tooManyRequests(retryAfter?: number | Date): Fault {
  const value = retryAfter instanceof Date ? retryAfter.toUTCString() : String(retryAfter)
  return status(429, { title: 'Too many requests' }, retryAfter === undefined ? {} : { 'retry-after': value })
}

/** 502 with the page of a proxy. */
export const badGatewayPage: Fault = status(502, '<html><body><h1>502 Bad Gateway</h1></body></html>', {
  'content-type': 'text/html',
})

/** The request is carried out; the answer is 200 and no JSON. */
export const notJson: Fault = async (exchange) => {
  await exchange.accept()
  exchange.answer(200, { 'content-type': 'application/json' }, 'OK')
}

/** The request is carried out; the answer is JSON and no Task. */
export const noTask: Fault = async (exchange) => {
  await exchange.accept()
  exchange.answer(200, {}, { ok: true })
}

/** The Task as the service would answer it, with these fields over it; `undefined` takes a field away. */
export function taskWith(fields: Record<string, unknown>): Fault {
  return async (exchange) => {
    exchange.answer(200, {}, { ...(await exchange.accept()), ...fields })
  }
}

/** A redirect. */
export function redirect(location: string, code = 307): Fault {
  return status(code, '', { location })
}
