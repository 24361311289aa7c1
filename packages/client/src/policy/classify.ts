/** Whether an answer carries out what was asked; the status alone does not say that the answer is what was expected. */
export function isSuccess(status: number): boolean {
  return status > 199 && status < 300
}

/**
 * What the status of an answer to a request that creates something proves:
 * - `answered`: success; what the answer says decides.
 * - `rejected`: nothing was created.
 * - `may exist`: something may have been created. 5xx and 408 can come from a proxy after the request was forwarded, 303
 *   says that the result is elsewhere, 499 that somebody on the way gave up; and what is not known is inconclusive. That holds
 *   for a 503 with Retry-After too: proxies answer it, header included, when a connection broke over which the request had
 *   already been forwarded, and a service whose store fails does not know whether the task was stored.
 */
export function provedByStatus(status: number): 'answered' | 'rejected' | 'may exist' {
  if (isSuccess(status)) return 'answered'
  const isRejected = (status >= 400 && status < 499 && status !== 408) || [301, 302, 307, 308].includes(status)
  return isRejected ? 'rejected' : 'may exist'
}

/** Whether a rejected request may succeed unchanged later: 429, and 425, which asks for a repetition. */
export function isRetryableRejection(status: number): boolean {
  return [425, 429].includes(status)
}

/** Whether the platform does not send such a request at all (to a port that it blocks), so that repeating it is in vain, from the error of `fetch`. */
export function isBlocked(error: unknown): boolean {
  return innermostMessage(error) === 'bad port'
}

/** The message of the error at the bottom of a chain of causes, where Node says what went wrong. */
export function innermostMessage(error: unknown): string {
  const { cause, message, code } = Object(error) as { cause?: unknown; message?: unknown; code?: unknown }
  return cause instanceof Error ? innermostMessage(cause) : String(message || code || error)
}

/** Whether no connection was made, so that nothing was sent, from the error of `fetch`: Node and Bun name the system call or the failure, Deno says so in its message. */
export function neverConnected(error: unknown): boolean {
  const { cause, errors, syscall, code, message } = Object(error) as {
    message?: unknown
    cause?: unknown
    errors?: unknown[]
    syscall?: unknown
    code?: unknown
  }
  return (
    /^(connect|getaddrinfo|E?conn(ection)?refused|UND_ERR_CONNECT_TIMEOUT|\w*(CERT|SELF_SIGNED)\w*)$|r \(connect\):/i.test(
      String(syscall ?? code ?? message),
    ) || (errors ? errors.length > 0 && errors.every(neverConnected) : cause instanceof Error && neverConnected(cause))
  )
}
