import { takeLock, type Lock } from './claims.js'
import { ownerState } from './owner.js'

/** Takes the lock of a journal; undefined while another process holds it, or may hold it. One whose process is proven to have ended is taken over. */
export async function takeJournalLock(folder: string): Promise<Lock | undefined> {
  const lock = await takeLock(folder, ({ owner }) => ownerState(owner) === 'ended')
  return 'release' in lock ? lock : undefined
}
