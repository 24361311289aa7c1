import type { Ledger } from '@model-tasks/client/batch'
import { openLedger } from '@model-tasks/client/journal'
import { journalPath } from '../connection/journal.js'
import type { NextCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import type { Session } from '../session.js'
import { ledgerPath } from './ledger-path.js'
import { lockLedger } from './lock.js'

/** A batch's ledger while this process runs the batch. */
export interface OpenLedger {
  ledger: Ledger
  /** Lets other processes run the batch. */
  release: () => Promise<void>
}

/**
 * Opens the ledger of a batch for this process alone. Undefined where MODEL_TASKS_JOURNAL is `off`: such a batch cannot be
 * continued, which is printed. `again` are the commands that run it once another process has ended. Throws a Problem where the ledger cannot be kept, since running the batch again would pay again.
 */
export async function openBatchLedger(
  session: Session,
  baseUrl: string,
  place: string,
  { now, again }: { now: () => string; again: readonly NextCommand[] },
): Promise<OpenLedger | undefined> {
  const journal = journalPath(baseUrl, session.env)
  if (journal === undefined) {
    const { err, paint } = session.terminal
    err(
      `${paint.err.warning('advice')}  MODEL_TASKS_JOURNAL is off, so running this batch again pays for every line again\n`,
    )
    return undefined
  }
  const path = ledgerPath(journal, place)
  try {
    const release = await lockLedger(path, again)
    return { ledger: await openLedger(path, place, now), release }
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem(
      `the record of this batch cannot be kept: ${error instanceof Error ? error.message : String(error)}; set MODEL_TASKS_JOURNAL to a file that can be written`,
      'usage',
    )
  }
}
