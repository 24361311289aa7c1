import { systemClock, type Clock } from './clock.js'
import { onAbort } from './on-abort.js'

/** Why a scope ended something: the signal fired, the deadline of the call passed, or a limit within it. */
export type StopReason = 'aborted' | 'deadline' | 'limit'

/** Thrown by a scope in place of the result of what it bounds. `cause` is the reason of the signal. */
export class Stopped extends Error {
  declare readonly why: StopReason

  constructor(why: StopReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.why = why
  }
}

/** The time a call may take: one deadline and one signal, which bound everything that the call awaits. */
export class Scope {
  declare readonly clock: Clock
  /** On the clock passed in, in milliseconds. */
  declare readonly deadline: number
  declare readonly signal: AbortSignal | undefined

  /** Starts now and ends after `timeout` milliseconds, or when `signal` fires. */
  constructor(timeout = Infinity, signal?: AbortSignal, clock: Clock = systemClock) {
    this.clock = clock
    this.deadline = clock.now() + timeout
    this.signal = signal
  }

  /** Milliseconds to the deadline; 0 once it has passed. */
  get remaining(): number {
    return Math.max(0, this.deadline - this.clock.now())
  }

  /** Why nothing may be started or sent any more; undefined while it may. */
  get stopped(): Stopped | undefined {
    if (this.signal?.aborted) return new Stopped('aborted', 'the call was aborted', this.signal.reason)
    return this.remaining > 0 ? undefined : new Stopped('deadline', 'the timeout has passed')
  }

  /**
   * Runs `work` until it settles, the scope ends, or `limit` milliseconds pass. Settles at once in each case, even when
   * `work` ignores the signal it is passed; does not start `work` in a scope that has ended. Throws `Stopped`.
   */
  run<T>(work: (signal: AbortSignal) => Promise<T>, limit = Infinity): Promise<T> {
    const { clock, deadline, signal } = this
    const ends = Math.min(deadline, clock.now() + limit)
    const inner = new AbortController()
    let timer: unknown
    let release: (() => void) | undefined
    return new Promise<T>((resolve, reject) => {
      const stop = (): void => {
        const reason = this.stopped ?? new Stopped('limit', `nothing within ${limit} ms`)
        reject(reason)
        inner.abort(reason)
      }
      const watch = (): void => {
        const left = ends - clock.now()
        // Less than a platform timer can hold (2 ** 31 - 1): a longer one fires at once.
        if (left > 0) timer = clock.setTimeout(watch, Math.min(left, 2e9))
        else stop()
      }
      if (this.stopped || !(limit > 0)) return stop()
      release = signal && onAbort(signal, stop)
      if (ends < Infinity) watch()
      work(inner.signal).then(resolve, reject)
    }).finally(() => {
      clock.clearTimeout(timer)
      release?.()
    })
  }

  /** Resolves after `milliseconds`, or at the deadline if that is sooner. Throws `Stopped` as soon as the signal fires. */
  async sleep(milliseconds: number): Promise<void> {
    if (!(milliseconds > 0)) return
    await this.run<never>(() => new Promise(() => undefined), milliseconds).catch((reason: Stopped) => {
      if (reason.why === 'aborted') throw reason
    })
  }
}
