import { isLocked, takeLock, type Claim } from './claims.js'
import { isRunning } from './owner.js'

/** After so many milliseconds a lock is void, whoever holds it; `held` turns false well before. */
const voidAfter = 60_000
const safeFor = 30_000

/** The lock on a journal. */
export interface JournalLock {
  /** Whether it is certain that no other process took the lock over. */
  held(): boolean
  release(): Promise<void>
}

/** Takes the lock of a journal; undefined while another process holds it. One whose process has ended is taken over. */
export async function takeJournalLock(folder: string): Promise<JournalLock | undefined> {
  const taken = performance.now()
  const lock = await takeLock(folder, isVoid)
  return 'release' in lock ? { ...lock, held: () => performance.now() - taken < safeFor } : undefined
}

/** Whether a process that runs holds the lock of a journal. */
export function isJournalLocked(folder: string): Promise<boolean> {
  return isLocked(folder, isVoid)
}

function isVoid({ owner, age }: Claim): boolean {
  return age >= voidAfter || !isRunning(owner)
}
