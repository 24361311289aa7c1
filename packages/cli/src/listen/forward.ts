import { setTimeout as delay } from 'node:timers/promises'
import { signedHeaders, type ForwardedEvent } from './event.js'

/** What became of one attempt. */
export interface Attempt {
  event: ForwardedEvent
  attempt: number
  /** The status of the answer, or why there was none. */
  answer: number | string
  /** Milliseconds until the next attempt; undefined after the last. */
  pause: number | undefined
}

/** Where events go, and how. */
export interface Receiver {
  url: string
  secret: string
  /** Milliseconds since 1970. */
  now: () => number
  report: (attempt: Attempt) => void
}

/** How long a receiver may take to answer, in milliseconds, as with a service. */
const answerTimeout = 10_000

/** Milliseconds between attempts; the last is repeated. A receiver under development is soon there again. */
const pauses = [1000, 2000, 5000, 10_000, 30_000, 60_000] as const

/** So many attempts at a time. */
const concurrency = 4

/** Sends events until each is taken with a 2xx, or not wanted with a 410. */
export class Forwarder {
  readonly #receiver: Receiver
  readonly #stop = new AbortController()
  /** Fires when nothing more is sent. */
  readonly signal: AbortSignal
  readonly #running = new Set<Promise<void>>()
  readonly #waiting: (() => void)[] = []
  #free = concurrency
  /** What a report threw first. */
  #failure: { error: unknown } | undefined
  /** Events that were begun, and those of them that were taken. */
  readonly counts = { begun: 0, taken: 0 }

  /** `signal` ends all sending. */
  constructor(receiver: Receiver, signal: AbortSignal) {
    this.#receiver = receiver
    this.signal = AbortSignal.any([signal, this.#stop.signal])
  }

  /** Begins to send an event. */
  begin(event: ForwardedEvent): void {
    this.counts.begun++
    const run = this.#deliver(event)
      .catch((error: unknown) => {
        this.#failure ??= { error }
        this.#stop.abort()
      })
      .finally(() => this.#running.delete(run))
    this.#running.add(run)
  }

  /** Ends all sending. Rejects with what a report threw. */
  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#running)
    if (this.#failure !== undefined) throw this.#failure.error
  }

  async #deliver(event: ForwardedEvent): Promise<void> {
    for (let attempt = 1; !this.signal.aborted; attempt++) {
      const answer = await this.#post(event)
      // Aborted by the signal: whether it was taken is unknown.
      if (answer === undefined) return
      const isDone = typeof answer === 'number' && ((answer >= 200 && answer < 300) || answer === 410)
      const pause = isDone ? undefined : (pauses[attempt - 1] ?? pauses.at(-1))
      if (isDone) this.counts.taken++
      this.#receiver.report({ event, attempt, answer, pause })
      if (pause === undefined) return
      await delay(pause, undefined, { signal: this.signal }).catch(() => undefined)
    }
  }

  async #post(event: ForwardedEvent): Promise<number | string | undefined> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#free--
    const timeout = AbortSignal.timeout(answerTimeout)
    try {
      const { url, secret, now } = this.#receiver
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: signedHeaders(event, secret, now()),
        body: event.body,
        signal: AbortSignal.any([timeout, this.signal]),
      })
      await answer.body?.cancel().catch(() => undefined)
      return answer.status
    } catch (error) {
      if (this.signal.aborted) return undefined
      return timeout.aborted ? `no answer in ${answerTimeout / 1000} s` : faultOf(error)
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free++
      else next()
    }
  }
}

/** The code of what went wrong, such as ECONNREFUSED. */
function faultOf(error: unknown): string {
  const { code, cause, errors } = Object(error) as { code?: unknown; cause?: unknown; errors?: unknown[] }
  if (typeof code === 'string') return code
  const inner = cause ?? errors?.[0]
  return inner === undefined ? 'no answer' : faultOf(inner)
}
