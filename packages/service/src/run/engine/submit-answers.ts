import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import type { SubmitAnswer } from '../../domain/provider/provider.js'
import { unlessAborted } from './unless-aborted.js'

/** Milliseconds between two attempts to store an answer. */
const storeDelay = 1000

/** Hears what an upstream answers to submissions and keeps it: forgotten, the outcome would count as unknown. */
export class SubmitAnswers {
  readonly #queue: string
  readonly #clock: Clock
  readonly #log: Log
  readonly #closing: AbortSignal

  /** `closing` aborts once no answer is waited for any more, and nothing is stored. */
  constructor({ queue, clock, log, closing }: { queue: string; clock: Clock; log: Log; closing: AbortSignal }) {
    this.#queue = queue
    this.#clock = clock
    this.#log = log
    this.#closing = closing
  }

  /** The answer to a submission; rejects when the service closes first, which the log says. */
  async hear(submission: Promise<SubmitAnswer>, task: string): Promise<SubmitAnswer> {
    const unheard = (): void => {
      this.#log.error('the service stops before an upstream has answered a submission, whose outcome is unknown', {
        task,
        upstream: this.#queue,
      })
    }
    this.#closing.addEventListener('abort', unheard, { once: true })
    try {
      return await unlessAborted(submission, this.#closing)
    } finally {
      this.#closing.removeEventListener('abort', unheard)
    }
  }

  /** Writes what was answered, also when the store fails for a while. */
  async store<T>(task: string, write: () => Promise<T>): Promise<T> {
    const details = { task, upstream: this.#queue }
    for (let failed = false; ; failed = true) {
      try {
        return await unlessAborted(write(), this.#closing)
      } catch (error) {
        if (this.#closing.aborted) {
          this.#log.error('an answer of an upstream could not be stored before the service stopped', {
            ...details,
            error,
          })
          throw error
        }
        if (!failed)
          this.#log.error('an answer of an upstream could not be stored; it is tried again', { ...details, error })
        await this.#clock.delay(storeDelay, this.#closing)
      }
    }
  }
}
