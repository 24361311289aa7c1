import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Problem } from '../failure/problem.js'
import { makeFolder } from '../result/make-folder.js'

/**
 * Keeps every other process from running the batch of this ledger, until the returned function is called or this process
 * ends, however it ends. Throws a Problem while another process runs it.
 */
export async function lockLedger(ledger: string): Promise<() => Promise<void>> {
  const path = `${ledger}.lock`
  await makeFolder(dirname(path), 0o700)
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await create(path)) return () => rm(path, { force: true })
    const owner = await ownerOf(path)
    if (owner !== undefined && isRunning(owner))
      throw new Problem(`this batch is being run by process ${owner}; wait for it or end it`, 'usage')
    await removeStale(path, owner)
  }
  throw new Problem(`the lock ${path} cannot be taken; delete it if no other process runs this batch`, 'usage')
}

async function create(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(`${process.pid}\n`)
    await file.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function ownerOf(path: string): Promise<number | undefined> {
  const owner = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10)
  return Number.isInteger(owner) && owner > 0 ? owner : undefined
}

/** Removes the lock of a process that has ended. Only one of several processes that try moves it away; it puts back a lock that is not the stale one. */
async function removeStale(path: string, owner: number | undefined): Promise<void> {
  const aside = `${path}.${process.pid}`
  const moved = await rename(path, aside).then(
    () => true,
    () => false,
  )
  if (!moved) return
  if ((await ownerOf(aside)) === owner) await rm(aside, { force: true })
  else await rename(aside, path)
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
