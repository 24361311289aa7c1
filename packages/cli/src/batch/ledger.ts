import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../result/make-folder.js'

/** What is recorded of a batch, one entry per step of one line. `line` is the line's identity. */
export type LedgerEntry =
  | { event: 'batch'; place: string; at: string }
  /** Everything before it no longer counts. */
  | { event: 'restarted'; at: string }
  /** A submit is about to be sent under this idempotency key, with exactly this body. */
  | { event: 'intent'; line: string; key: string; body: string; at: string }
  | { event: 'accepted'; line: string; id: string; at: string }
  /** It is certain that the submit created no task. */
  | { event: 'rejected'; line: string; key: string; at: string }
  | { event: 'ended'; line: string; status: string; amount?: number; at: string }
  /** The result is about to be written to this file, which is this batch's own from here on. */
  | { event: 'storing'; line: string; file: string; at: string }
  | { event: 'stored'; line: string; file: string; bytes: number; at: string }

/** What the ledger says about one line. */
export interface LineState {
  /** The last submit: its key and body. Absent when there was none, or when it certainly created nothing. */
  key?: string
  body?: string
  /** The task, once the service has accepted it. */
  id?: string
  /** How the task ended. */
  status?: string
  amount?: number
  /** Files that this batch has written, or begun to write, for the line. */
  files: ReadonlyMap<string, { bytes?: number }>
}

/** The record of one batch on disk. Only one process may have it open: see `lockLedger`. */
export interface Ledger {
  path: string
  state(): ReadonlyMap<string, LineState>
  /** Resolves once the entry is on the disk. */
  append(entry: LedgerEntry): Promise<void>
}

/** The file of a batch's ledger, in a folder beside the journal of its service. */
export function ledgerPath(journal: string, place: string): string {
  const name = createHash('sha256').update(place).digest('hex').slice(0, 24)
  return join(`${journal.replace(/\.jsonl$/, '')}.batches`, `${name}.jsonl`)
}

/** Opens the ledger of the batch at `place` and creates it where there is none. A last line that a crash cut short is passed over. */
export async function openLedger(path: string, place: string, now: () => string): Promise<Ledger> {
  await makeFolder(dirname(path), 0o700)
  const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const entries = content.split('\n').flatMap((line) => parseEntry(line) ?? [])
  // A line that a crash cut short must not swallow the entry that follows it.
  let before = content === '' || content.endsWith('\n') ? '' : '\n'
  let last: Promise<unknown> = Promise.resolve()

  async function write(entry: LedgerEntry): Promise<void> {
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(`${before}${JSON.stringify(entry)}\n`)
      before = ''
      await file.sync()
      entries.push(entry)
    } finally {
      await file.close()
    }
  }

  const ledger: Ledger = {
    path,
    state: () => ledgerState(entries),
    append: (entry) => {
      const written = last.then(() => write(entry))
      last = written.catch(() => undefined)
      return written
    },
  }
  if (entries.length === 0) await ledger.append({ event: 'batch', place, at: now() })
  return ledger
}

/** What the entries say about each line, by its identity. */
export function ledgerState(entries: readonly LedgerEntry[]): Map<string, LineState> {
  const states = new Map<string, LineState>()
  for (const entry of entries) {
    if (entry.event === 'restarted') states.clear()
    if (!('line' in entry)) continue
    states.set(entry.line, after(states.get(entry.line) ?? { files: new Map() }, entry))
  }
  return states
}

function after(state: LineState, entry: Extract<LedgerEntry, { line: string }>): LineState {
  const { files } = state
  switch (entry.event) {
    case 'intent':
      return { files, key: entry.key, body: entry.body }
    case 'accepted':
      return { ...state, id: entry.id }
    case 'rejected':
      return { files }
    case 'ended':
      return { ...state, status: entry.status, ...(entry.amount === undefined ? {} : { amount: entry.amount }) }
    case 'storing':
      return { ...state, files: new Map(files).set(entry.file, {}) }
    case 'stored':
      return { ...state, files: new Map(files).set(entry.file, { bytes: entry.bytes }) }
  }
}

function parseEntry(line: string): LedgerEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null && 'event' in entry ? (entry as LedgerEntry) : undefined
  } catch {
    return undefined
  }
}
