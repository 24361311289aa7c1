import { once } from 'node:events'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** What became of a request: the status it was answered with, or why there was no answer. */
export type PostOutcome = { status: number; retryAfter: number | undefined } | { status: undefined; fault: string }

/**
 * POSTs a body on a connection of its own, so that none that has died in the meantime is used. Follows no redirect, and
 * reads nothing of the answer's body. Never rejects. `now`: what a date in Retry-After counts from.
 */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
  now: number,
): Promise<PostOutcome> {
  const open = url.startsWith('https:') ? httpsRequest : httpRequest
  try {
    const request = open(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      signal,
    })
    const answered = once(request, 'response') as Promise<[IncomingMessage]>
    // What breaks after the answer has begun is of no interest any more.
    request.on('error', () => undefined)
    request.end(body)
    const [answer] = await answered
    answer.on('error', () => undefined)
    answer.destroy()
    return { status: answer.statusCode ?? 0, retryAfter: retryAfter(answer.headers, now) }
  } catch (error) {
    return { status: undefined, fault: faultOf(error) }
  }
}

/** A short name and not the message, in which an address may stand. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'AbortError') return 'no answer in time'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function retryAfter(headers: IncomingHttpHeaders, now: number): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = /[a-z]/i.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
