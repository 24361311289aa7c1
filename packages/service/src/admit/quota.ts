import { formatCount } from '@model-tasks/validation/count'
import type { Clock } from '../base/clock.js'
import type { ApiKey, KeyStore } from '../keep/store/key-store.js'
import type { NewTask, SubmitOutcome } from '../keep/store/task-store.js'
import { creditsOf } from '../domain/money/credits.js'
import { rejectedWrite } from '../base/outage.js'
import { Turns } from '../base/turns.js'
import type { AdmissionParts } from './parts.js'
import { Problem } from './problem.js'

const day = 24 * 60 * 60 * 1000

/**
 * Submits tasks within the quotas of keys. A task is counted before it is accepted and taken back when none is, so that a
 * kill in between can cost a part of the day's quota, and never gives more. A submit that is repeated under its
 * Idempotency-Key costs nothing and is answered also when nothing is left, and when it is sent again before the first one
 * is answered: it waits for that one.
 */
export class Quotas {
  readonly #parts: Pick<AdmissionParts, 'tasks' | 'keys' | 'clock'>
  /** By account and Idempotency-Key. */
  readonly #repeats = new Turns()

  constructor(parts: Pick<AdmissionParts, 'tasks' | 'keys' | 'clock'>) {
    this.#parts = parts
  }

  async submit(entry: NewTask, key: ApiKey): Promise<SubmitOutcome> {
    const { quota } = key
    if (quota.tasks === undefined && quota.credits === undefined) return this.#parts.tasks.submit(entry)
    if (entry.idempotency === undefined) return this.#spend(entry, key)
    return this.#repeats.run(`${entry.task.account} ${entry.idempotency.key}`, () => this.#spend(entry, key))
  }

  async #spend(entry: NewTask, { id, quota }: ApiKey): Promise<SubmitOutcome> {
    const { tasks, keys, clock } = this.#parts
    const repeated = await tasks.repeatOf(entry)
    if (repeated !== undefined) return repeated
    const { amount } = entry.task
    const now = clock.now()
    const today = Math.floor(now / day)
    if (!(await keys.spendQuota(id, today, amount, quota))) {
      // Another service may have accepted it meanwhile, with what was left.
      const accepted = await tasks.repeatOf(entry)
      if (accepted !== undefined) return accepted
      throw overQuota(quota, await keys.quotaUsed(id, today), now)
    }
    const outcome = await tasks.submit(entry).catch(async (error: unknown) => {
      // Nothing was written. After any other error the task may have been accepted.
      if (rejectedWrite(error) !== undefined) await keys.returnQuota(id, today, amount).catch(() => undefined)
      throw error
    })
    if (outcome.outcome !== 'accepted') await keys.returnQuota(id, today, amount)
    return outcome
  }
}

/** Rejects a request whose task the quota of the key does not suffice for now. Nothing is counted: the submit decides. `amount`: micro-credits. */
export async function checkQuota(
  { id, quota }: ApiKey,
  amount: number,
  { keys, clock }: { keys: Pick<KeyStore, 'quotaUsed'>; clock: Pick<Clock, 'now'> },
): Promise<void> {
  const { tasks = Infinity, credits = Infinity } = quota
  if (tasks === Infinity && credits === Infinity) return
  const now = clock.now()
  const used = await keys.quotaUsed(id, Math.floor(now / day))
  if (used.tasks + 1 > tasks || used.credits + amount > credits) throw overQuota(quota, used, now)
}

/** The problem of a submit that the quota does not suffice for. */
function overQuota(quota: ApiKey['quota'], used: { tasks: number; credits: number }, now: number): Problem {
  const next = (Math.floor(now / day) + 1) * day
  return new Problem('quota-exceeded', `${quotaText(quota, used)}; the next day begins at 00:00 UTC`, {
    headers: { 'retry-after': String(Math.ceil((next - now) / 1000)) },
  })
}

function quotaText(quota: ApiKey['quota'], used: { tasks: number; credits: number }): string {
  const parts = [
    ...(quota.tasks === undefined ? [] : [`${formatCount(quota.tasks, 'task')} per day (${used.tasks} submitted)`]),
    ...(quota.credits === undefined
      ? []
      : [`${formatCount(creditsOf(quota.credits), 'credit')} per day (${creditsOf(used.credits)} used)`]),
  ]
  return `this key may submit ${parts.join(' and ')}`
}
