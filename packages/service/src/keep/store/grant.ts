import { maxMicroCredits } from '../../domain/money/credits.js'
import type { GrantOutcome, LedgerSums } from './account-store.js'

/** Under what a grant stands in the ledger, where the other subjects are IDs of tasks. */
export function subjectOf(reference: string): string {
  return `grant:${reference}`
}

/** The subject of what an account has when it is added. */
export const openingBalance = subjectOf('opening balance')

/**
 * Whether an account that has and holds so many micro-credits may be given some more, or have some taken away: what is
 * held may come back to it.
 */
export function mayGrant(credits: number, { credits: available, held }: LedgerSums): boolean {
  const after = available + credits
  return credits < 0 ? after >= 0 : after + held <= maxMicroCredits
}

/** What a grant under a reference that was granted before comes to. */
export function repeatOf(granted: number, credits: number): GrantOutcome {
  return granted === credits ? { outcome: 'repeated' } : { outcome: 'reference-conflict', credits: granted }
}
