import type { Clock } from '../../base/clock.js'
import type { Log } from '../../base/log.js'
import { Poller } from '../../base/poller.js'
import type { Stores } from './stores.js'

/** How far the clocks of a service and its database may be apart without a word, in milliseconds. */
export const maxSkew = 5000

/** How often the database is asked for its time, and the longest that a later answer may take, in milliseconds. */
const [interval, maxAnswerTime] = [30_000, 5000]

/**
 * The time that a service goes by: the machine's own, until it follows a database that several services share. Then all
 * of them go by the clock of that database, so that the times of tasks, the age of idempotency keys, the days of quotas
 * and the end of result URLs do not depend on which of them answered.
 */
export class DatabaseClock implements Clock {
  readonly #machine: Clock
  /** What the database's time is ahead of `elapsed()`: that one does not jump when the machine's time is set. */
  #ahead: number | undefined
  #poller: Poller | undefined

  constructor(machine: Clock) {
    this.#machine = machine
  }

  now(): number {
    return this.#ahead === undefined ? this.#machine.now() : Math.floor(this.#machine.elapsed() + this.#ahead)
  }

  elapsed(): number {
    return this.#machine.elapsed()
  }

  delay(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return this.#machine.delay(milliseconds, signal)
  }

  /**
   * Goes by the database's time from now on, where it has one, and asks for it again and again. Reports in the log when
   * that of the machine differs. Rejects when the database does not answer.
   */
  async follow({ databaseTime }: Pick<Stores, 'databaseTime'>, log: Log): Promise<void> {
    if (databaseTime === undefined) return
    await this.#measure(databaseTime, Infinity)
    reportSkew(this.#machine.now() - this.now(), log)
    this.#poller = new Poller(this.#machine, interval, async () => {
      // What was measured before holds while the database cannot be asked.
      await this.#measure(databaseTime, maxAnswerTime).catch(() => undefined)
    })
    this.#poller.start()
  }

  /** Asks no more. */
  async close(): Promise<void> {
    await this.#poller?.stop()
  }

  /** An answer that takes longer than `limit` says too little of what time it is. */
  async #measure(databaseTime: () => Promise<number>, limit: number): Promise<void> {
    const asked = this.#machine.elapsed()
    const time = await databaseTime()
    const answered = this.#machine.elapsed()
    if (answered - asked <= limit) this.#ahead = time - (asked + answered) / 2
  }
}

function reportSkew(skew: number, log: Log): void {
  if (Math.abs(skew) <= maxSkew) return
  log.error(
    'the clocks of this machine and of the database differ; tasks, quotas and result URLs go by that of the database, the lines of this log by that of this machine; run a time service (chrony, systemd-timesyncd) on both machines',
    { seconds: Math.round(skew / 1000) },
  )
}
