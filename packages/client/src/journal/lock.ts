import { takeLock, type Claim, type Lock } from './claims.js'
import { ownerState } from './owner.js'

/**
 * Takes the lock of a journal; undefined while another process holds it, or may hold it. One whose process is proven to have ended is
 * taken over. `onBlocked` is told of a claim of which nothing here shows whether its process still runs.
 */
export async function takeJournalLock(folder: string, onBlocked?: (claim: Claim) => void): Promise<Lock | undefined> {
  const lock = await takeLock(folder, ({ owner }) => ownerState(owner) === 'ended')
  if ('release' in lock) return lock
  if (ownerState(lock.owner) === 'unknown') onBlocked?.(lock)
  return undefined
}
