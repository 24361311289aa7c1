/** What became of a request: the status it was answered with, or why there was no answer. */
export type PostOutcome = { status: number; retryAfter: number | undefined } | { status: undefined; fault: string }

/**
 * POSTs a body through a guarded fetch. Follows no redirect, and reads nothing of the answer's body. Never rejects.
 * `now`: what a date in Retry-After counts from.
 */
export async function post(
  send: typeof fetch,
  url: string,
  { headers, body, signal, now }: { headers: Record<string, string>; body: string; signal: AbortSignal; now: number },
): Promise<PostOutcome> {
  try {
    const answer = await send(url, { method: 'POST', redirect: 'manual', headers, body, signal })
    // What breaks after the answer has begun is of no interest any more.
    await answer.body?.cancel().catch(() => undefined)
    return { status: answer.status, retryAfter: retryAfter(answer.headers.get('retry-after'), now) }
  } catch (error) {
    return { status: undefined, fault: faultOf(error) }
  }
}

/** A short name and not the message, in which an address may stand. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'AbortError') return 'no answer in time'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? faultOf(error.cause) : error.name
}

function retryAfter(header: string | null, now: number): number | undefined {
  const value = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = /[a-z]/i.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
