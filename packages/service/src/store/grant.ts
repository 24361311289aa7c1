import { maxMicroCredits } from '../money/credits.js'
import type { GrantOutcome } from './account-store.js'

/** Under what a grant stands in the ledger, where the other subjects are IDs of tasks. */
export function subjectOf(reference: string): string {
  return `grant:${reference}`
}

/** The subject of what an account has when it is added. */
export const openingBalance = subjectOf('opening balance')

/** Whether an account may have so many micro-credits. */
export function isBalance(credits: number): boolean {
  return credits >= 0 && credits <= maxMicroCredits
}

/** What a grant under a reference that was granted before comes to. */
export function repeatOf(granted: number, credits: number): GrantOutcome {
  return granted === credits ? { outcome: 'repeated' } : { outcome: 'reference-conflict', credits: granted }
}
