import { open, truncate } from 'node:fs/promises'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { takeLock, type Claim, type Lock } from '../journal/claims.js'
import { formatUnreadable, readEntryFile, writeWhole } from '../journal/entry-file.js'
import { entryParser } from '../journal/entry-parser.js'
import { formatOwner, ownerState } from '../journal/owner.js'
import { ledgerState, type BatchLedger, type Ledger, type LedgerContent, type LedgerEntry } from './ledger.js'
import { realPath } from '../disk/real-path.js'
import { syncFile } from '../disk/sync-file.js'

const line = 'name'
const at = 'string'
const parseEntry = entryParser<LedgerEntry>({
  batch: { place: 'string', at },
  restarted: { at },
  intent: { line, key: 'name', body: 'name', service: 'string?', account: 'string?', credential: 'string?', at },
  accepted: { line, id: 'name', at },
  rejected: { line, key: 'name', at },
  ended: { line, status: 'name', amount: 'number?', at },
  storing: { line, file: 'name', bytes: 'number?', digest: 'string?', contentType: 'string?', at },
  stored: { line, file: 'name', bytes: 'number', at },
})

/**
 * Opens the ledger of the batch at `place` and creates it where there is none. An end that a crash cut short is removed: what
 * it was to record was not done.
 *
 * @internal
 */
export async function openLedger(path: string, place: string, now: () => string): Promise<Ledger> {
  const { entries, unreadable, cut, ended } = await readEntryFile(path, parseEntry)
  if (cut !== undefined) await truncate(path, cut.offset)
  const restarted = entries.findLastIndex(({ event }) => event === 'restarted')
  const damaged = unreadable.filter(({ entriesBefore }) => entriesBefore > restarted)
  const keys = new Set(entries.flatMap((entry) => (entry.event === 'intent' ? entry.key : [])))
  let before = ended || cut !== undefined ? '' : '\n'
  let last: Promise<unknown> = Promise.resolve()
  let spoiled = false

  async function write(entry: LedgerEntry): Promise<void> {
    if (spoiled) throw new Error(`${path} ends in the middle of an entry that could not be written whole`)
    const file = await open(path, 'a', 0o600)
    try {
      const { size } = await file.stat()
      try {
        await writeWhole(file, Buffer.from(`${before}${JSON.stringify(entry)}\n`))
        await syncFile(file)
      } catch (error) {
        // What was written of it, as on a disk that is full, must not spoil the entry that follows.
        spoiled = true
        await file.truncate(size)
        spoiled = false
        throw error
      }
    } finally {
      await file.close()
    }
    before = ''
    entries.push(entry)
    if (entry.event === 'intent') keys.add(entry.key)
  }

  const ledger: Ledger = {
    path,
    damage: damaged.length === 0 ? undefined : formatUnreadable(damaged),
    get restarted() {
      return entries.some(({ event }) => event === 'restarted')
    },
    state: () => ledgerState(entries),
    hasKey: (key) => keys.has(key),
    append: (entry) => {
      const written = last.then(() => write(entry))
      last = written.catch(() => undefined)
      return written
    },
  }
  if (entries.length === 0) await ledger.append({ event: 'batch', place, at: now() })
  return ledger
}

/**
 * Reads a ledger that another process may have open: where its batch lies, and what it says about each line.
 *
 * @internal
 */
export async function readLedger(path: string): Promise<LedgerContent> {
  const { entries } = await readEntryFile(path, parseEntry)
  const [place = path] = entries.flatMap((entry) => (entry.event === 'batch' ? entry.place : []))
  return { place, states: ledgerState(entries) }
}

/**
 * Takes the lock of a ledger, so that no other process runs its batch; answers the claim of one that does, or may.
 *
 * @internal
 */
export function lockLedger(path: string): Promise<Lock | Claim> {
  return takeLock(`${path}.locks`, ({ owner }) => ownerState(owner) === 'ended')
}

/**
 * Why a batch cannot be run while this claim stands, in words.
 *
 * @internal
 */
export function formatHeld({ owner, file }: Claim): string {
  return ownerState(owner) === 'running'
    ? `this batch is being run by ${formatOwner(owner)}; wait for it or end it`
    : `this batch was begun by ${formatOwner(owner)}, which may still run it; once it has ended, delete ${file}`
}

/**
 * A file that records what became of each request of a batch: `client.runAll(requests, { ledger: fileLedger('boats.ledger.jsonl') })`,
 * run again after its process was killed, buys nothing twice. For Node.
 */
export function fileLedger(path: string): BatchLedger {
  const file = realPath(path)
  return {
    async open() {
      const lock = await lockLedger(file)
      if (!('release' in lock)) throw new ModelTasksError(formatHeld(lock), { code: 'ledger-locked' })
      try {
        const ledger = await openLedger(file, file, () => new Date().toISOString())
        if (ledger.damage !== undefined) throw damaged(file, ledger.damage)
        return Object.assign(ledger, { close: () => lock.release() })
      } catch (error) {
        await lock.release()
        throw error
      }
    },
  }
}

/** The error of a ledger that may have lost a submit: submitting what it does not show could pay twice. */
function damaged(path: string, damage: string): ModelTasksError {
  return new ModelTasksError(
    `the record of this batch, ${path}, has ${damage}, and a request may have been submitted that it no longer shows; nothing was sent`,
    { code: 'ledger-damaged', hint: 'Fix or delete these lines, or begin another ledger to submit every request anew' },
  )
}
