import { createAnswer, readText, Scope, type Answer, type Clock } from '@model-tasks/client/policy'

/** What bounds a request. */
export interface RequestBounds {
  clock: Clock
  /** Milliseconds that it may take, its answer included. */
  timeout: number
  /** How long the answer may be, in MiB; one that never ends does not fill the memory. */
  maxAnswer: number
  signal?: AbortSignal | undefined
  /** Told what of the answer has come so far: all that there is of one that breaks off. */
  onHeaders?: ((headers: Headers) => void) | undefined
  onText?: ((text: string) => void) | undefined
  /** Reads the answer where it may be something else than text. */
  read?: ((response: Response) => Promise<Answer>) | undefined
}

/** Sends one request once and reads its answer whole. Follows no redirect. Rejects when there is no answer within the bounds. */
export function boundedRequest(
  send: typeof fetch,
  url: string,
  init: Omit<RequestInit, 'signal' | 'redirect'>,
  { clock, timeout, maxAnswer, signal, onHeaders, onText, read }: RequestBounds,
): Promise<Answer> {
  return new Scope(timeout, signal, clock).run(async (stop) => {
    const response = await send(url, { ...init, redirect: 'manual', signal: stop })
    onHeaders?.(response.headers)
    return read === undefined
      ? createAnswer(response.status, response.headers, await readText(response, maxAnswer, onText))
      : read(response)
  })
}
