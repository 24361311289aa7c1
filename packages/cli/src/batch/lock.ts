import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { isRunning, thisProcess } from '@model-tasks/client/journal'
import { Problem } from '../failure/problem.js'
import { quoted } from '../failure/shell.js'
import { makeFolder } from '../result/make-folder.js'

/**
 * Keeps every other process from running the batch of this ledger, until the returned function is called or this process
 * ends, however it ends. Throws a Problem while another process runs it, or may run it on another host.
 */
export async function lockLedger(ledger: string): Promise<() => Promise<void>> {
  const path = `${ledger}.lock`
  await makeFolder(dirname(path), 0o700)
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await createLock(path)) return () => rm(path, { force: true })
    const owner = await ownerOf(path)
    const [host = '', pid = ''] = owner.split(' ')
    if (owner !== '' && host !== hostname())
      throw new Problem(
        `this batch was begun by process ${pid} on ${host}, which may still run it; once it has ended, delete ${path}`,
        'usage',
        [{ shell: `rm ${quoted(path)}` }],
      )
    if (owner !== thisProcess() && isRunning(owner))
      throw new Problem(`this batch is being run by process ${pid}; wait for it or end it`, 'usage')
    await removeStale(path, owner)
  }
  throw new Problem(`the lock ${path} cannot be taken; delete it if no other process runs this batch`, 'usage')
}

/** Creates the lock unless it is there. It names its owner from its first moment on, so that no other process takes it for a stale one. */
export async function createLock(path: string): Promise<boolean> {
  const draft = `${path}.${process.pid}.new`
  await writeFile(draft, thisProcess(), { mode: 0o600 })
  try {
    await link(draft, path).catch((error: unknown) => {
      if (hasCode(error, 'EEXIST')) throw error
      // A file system without hard links.
      return copyFile(draft, path, constants.COPYFILE_EXCL)
    })
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

/** The process that a lock names; empty when it names none, or is gone. */
async function ownerOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Removes the lock of a process that has ended. Only one of several processes that try moves it away; it puts back a lock that is not the stale one. */
async function removeStale(path: string, owner: string): Promise<void> {
  const aside = `${path}.${process.pid}`
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await ownerOf(aside)) === owner) await rm(aside, { force: true })
  else await rename(aside, path)
}
