import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { isRunning, takeLock } from '@model-tasks/client/journal'
import type { NextCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import { quoted } from '../failure/shell.js'
import { makeFolder } from '../result/make-folder.js'

/**
 * Keeps every other process from running the batch of this ledger, until the returned function is called or this process
 * ends, however it ends. Throws a Problem while another process runs it, or may run it on another host; `again` are the
 * commands that run it afterwards.
 */
export async function lockLedger(ledger: string, again: readonly NextCommand[]): Promise<() => Promise<void>> {
  await makeFolder(dirname(ledger), 0o700)
  const taken = await takeLock(`${ledger}.locks`, ({ owner }) => hostOf(owner) === hostname() && !isRunning(owner))
  if ('release' in taken) return () => taken.release()
  const { owner, file } = taken
  const [, pid = ''] = owner.split(' ')
  if (hostOf(owner) === hostname())
    throw new Problem(`this batch is being run by process ${pid}; wait for it or end it`, 'usage', again)
  throw new Problem(
    `this batch was begun by process ${pid} on ${hostOf(owner)}, which may still run it; once it has ended, delete ${file}`,
    'usage',
    [{ shell: `rm ${quoted(file)}` }, ...again],
  )
}

function hostOf(owner: string): string | undefined {
  return owner.split(' ')[0]
}
