import type { Log, LogDetails } from '../../base/log.js'

/** What is said when tasks can be neither looked for nor claimed. */
export const storeOutage = 'the task store could not be used; it is tried again without another line'

/** An outage in the log: one line, however long it lasts. */
export class OutageNote {
  readonly #log: Pick<Log, 'error'>
  readonly #message: string
  #noted = false

  constructor(log: Pick<Log, 'error'>, message: string) {
    this.#log = log
    this.#message = message
  }

  /** It has begun or goes on. */
  note(details: LogDetails): void {
    if (!this.#noted) this.#log.error(this.#message, details)
    this.#noted = true
  }

  /** It is over. Answers whether there was one. */
  over(): boolean {
    const noted = this.#noted
    this.#noted = false
    return noted
  }
}
