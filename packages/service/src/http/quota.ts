import { formatCount } from '@model-tasks/validation/count'
import type { ApiKey } from '../store/key-store.js'
import type { NewTask, SubmitOutcome } from '../store/task-store.js'
import { creditsOf } from '../money/credits.js'
import type { HttpContext } from './context.js'
import { Problem } from './problem.js'

const day = 24 * 60 * 60 * 1000

/**
 * Submits a task within the quota of its key. It is counted before the task is accepted and taken back when none is, so
 * that a kill in between can cost a part of the day's quota, and never gives more. A submit that is repeated under its
 * Idempotency-Key costs nothing and is answered also when nothing is left.
 */
export async function submitWithinQuota(
  entry: NewTask,
  { id, quota }: ApiKey,
  { tasks, keys, clock }: Pick<HttpContext, 'tasks' | 'keys' | 'clock'>,
): Promise<SubmitOutcome> {
  if (quota.tasks === undefined && quota.credits === undefined) return tasks.submit(entry)
  const repeated = await tasks.repeatOf(entry)
  if (repeated !== undefined) return repeated
  const { amount } = entry.task
  const now = clock.now()
  const today = Math.floor(now / day)
  if (!(await keys.spendQuota(id, today, amount, quota))) {
    const used = await keys.quotaUsed(id, today)
    throw new Problem('quota-exceeded', `${quotaText(quota, used)}; the next day begins at 00:00 UTC`, {
      headers: { 'retry-after': String(Math.ceil(((today + 1) * day - now) / 1000)) },
    })
  }
  const outcome = await tasks.submit(entry)
  if (outcome.outcome !== 'accepted') await keys.returnQuota(id, today, amount)
  return outcome
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
