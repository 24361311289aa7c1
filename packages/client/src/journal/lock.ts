import { open, readFile, rm, stat } from 'node:fs/promises'
import { isRunning, thisProcess } from './owner.js'

/** After so many milliseconds a lock is void, whoever holds it; `held` turns false well before. */
const voidAfter = 60_000
const safeFor = 30_000

/** A lock on a file, held across processes. */
export interface FileLock {
  /** Whether it is certain that no other process took the lock over. */
  held(): boolean
  release(): Promise<void>
}

/** Takes the lock `path`; undefined when another process holds it. One whose process has ended is taken over. */
export async function takeLock(path: string): Promise<FileLock | undefined> {
  const taken = performance.now()
  const content = `${thisProcess()} ${crypto.randomUUID()}`
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(content)
    await file.close()
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
    if (await isLocked(path)) return undefined
    await rm(path, { force: true })
    return takeLock(path)
  }
  return {
    held: () => performance.now() - taken < safeFor,
    release: async () => {
      if ((await readFile(path, 'utf8').catch(() => '')) === content) await rm(path, { force: true })
    },
  }
}

/** Whether a process that runs holds the lock `path`. */
export async function isLocked(path: string): Promise<boolean> {
  try {
    const { mtimeMs } = await stat(path)
    const owner = await readFile(path, 'utf8')
    // Empty: it is being written.
    return Date.now() - mtimeMs < voidAfter && (owner === '' || isRunning(owner))
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
