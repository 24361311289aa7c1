import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** The file of a batch's ledger, in a folder beside the journal of its service. */
export function ledgerPath(journal: string, place: string): string {
  const name = createHash('sha256').update(place).digest('hex').slice(0, 24)
  return join(`${journal.replace(/\.jsonl$/, '')}.batches`, `${name}.jsonl`)
}
