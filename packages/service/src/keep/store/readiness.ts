import type { Clock } from '../../base/clock.js'
import { rejectedWrite } from '../../base/outage.js'
import type { Stores } from './stores.js'

/** How long a database may take to show that it is there, in milliseconds. */
const probeTimeout = 2000
/** However many ask, and however often, a trial writes to the database once in this time, in milliseconds. */
const trialInterval = 5000
/** How long after the last write that was rejected the service is not ready, in milliseconds: a disk that is nearly full takes one write and not the next. */
const afterRejection = 10_000

/** What readiness is learnt from. */
type ReadinessParts = Pick<Stores, 'accounts' | 'tryWrite'> & { clock: Clock }

/** Whether the database can be used, and takes what is written: as submits have shown, and a small write of its own now and then. */
export class Readiness {
  readonly #parts: ReadinessParts
  #trial: { began: number; ended: Promise<void> } | undefined
  #rejected: { at: number; reason: string } | undefined

  constructor(parts: ReadinessParts) {
    this.#parts = parts
  }

  /** Why the service is not ready; undefined when it is. Never rejects. */
  async reason(): Promise<string | undefined> {
    const { accounts, clock } = this.#parts
    const over = new AbortController()
    const cannotBeUsed = 'the database cannot be used'
    const found = await Promise.race([
      Promise.all([accounts.findAccount('local'), this.#tryWrite()]).then(
        () => undefined,
        () => cannotBeUsed,
      ),
      clock.delay(probeTimeout, over.signal).then(() => cannotBeUsed),
    ])
    over.abort()
    if (found !== undefined) return found
    const rejected = this.#rejected
    return rejected && clock.elapsed() < rejected.at + afterRejection ? rejected.reason : undefined
  }

  /** Notes why something could not be written. Other errors say nothing of the next write. */
  note(error: unknown): void {
    const reason = rejectedWrite(error)
    if (reason === undefined) return
    this.#rejected = {
      at: this.#parts.clock.elapsed(),
      reason: `the database takes no writes: ${reason}; queries are answered, submits are not`,
    }
  }

  /** The latest trial, which is a new one when it is time. Rejects when the database cannot be used. */
  #tryWrite(): Promise<void> {
    const { clock, tryWrite } = this.#parts
    const now = clock.elapsed()
    if (this.#trial === undefined || now >= this.#trial.began + trialInterval) {
      const ended = tryWrite().catch((error: unknown) => {
        this.note(error)
        if (rejectedWrite(error) === undefined) throw error
      })
      this.#trial = { began: now, ended }
    }
    return this.#trial.ended
  }
}
