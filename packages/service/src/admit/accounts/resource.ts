import { creditsOf } from '../../domain/money/credits.js'
import type { Account } from '../../keep/store/account-store.js'
import type { ApiKey } from '../../keep/store/key-store.js'

/** The balance of an account, in credits: nothing where its credits are not counted. */
export function balanceMembers({ unlimited, credits, held }: Account) {
  return unlimited ? {} : { credits: creditsOf(credits), held: creditsOf(held) }
}

/** What bounds a key: when it expires, in Unix seconds, and its quotas of a day (UTC). Undefined stands for no bound. */
export function limitMembers({ expires, quota }: ApiKey) {
  return {
    expires: expires === undefined ? undefined : Math.floor(expires / 1000),
    tasks_per_day: quota.tasks,
    credits_per_day: quota.credits === undefined ? undefined : creditsOf(quota.credits),
  }
}
