import { dirname } from 'node:path'
import { formatHeld, lockLedger as lock, ownerState } from '@model-tasks/client/journal'
import type { NextCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import { quoted } from '../failure/shell.js'
import { makeFolder } from '../result/make-folder.js'

/**
 * Keeps every other process from running the batch of this ledger, until the returned function is called or this process
 * ends, however it ends. Throws a Problem while another process runs it, or may run it elsewhere; `again` are the
 * commands that run it afterwards.
 */
export async function lockLedger(ledger: string, again: readonly NextCommand[]): Promise<() => Promise<void>> {
  await makeFolder(dirname(ledger), 0o700)
  const taken = await lock(ledger)
  if ('release' in taken) return () => taken.release()
  const isRunning = ownerState(taken.owner) === 'running'
  throw new Problem(formatHeld(taken), 'usage', [
    ...(isRunning ? [] : [{ shell: `rm ${quoted(taken.file)}` }]),
    ...again,
  ])
}
