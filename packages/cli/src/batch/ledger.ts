import type { IntentEntry } from '@model-tasks/client'
import { createHash } from 'node:crypto'
import { open, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { entryParser, formatUnreadable, readEntryFile, writeWhole } from '@model-tasks/client/journal'
import { makeFolder } from '../result/make-folder.js'

/** For whom a submit was made; see the entries of a journal. */
export type Scope = Pick<IntentEntry, 'service' | 'account' | 'credential'>

/** The scope in an entry, without what it does not have. */
export function scopeOf({ service, account, credential }: { [Name in keyof Scope]: Scope[Name] | undefined }): Scope {
  return {
    ...(service === undefined ? {} : { service }),
    ...(account === undefined ? {} : { account }),
    ...(credential === undefined ? {} : { credential }),
  }
}

/** What is recorded of a batch, one entry per step of one line. `line` is the line's identity. */
export type LedgerEntry =
  | { event: 'batch'; place: string; at: string }
  /** Everything before it no longer counts. */
  | { event: 'restarted'; at: string }
  /** A submit is about to be sent under this idempotency key, with exactly this body. */
  | ({ event: 'intent'; line: string; key: string; body: string; at: string } & Scope)
  | { event: 'accepted'; line: string; id: string; at: string }
  /** It is certain that the submit created no task. */
  | { event: 'rejected'; line: string; key: string; at: string }
  | { event: 'ended'; line: string; status: string; amount?: number; at: string }
  /**
   * The result is whole, and about to get this name (absolute): a file there with this length and SHA-256 (base64) is this
   * batch's own. Earlier versions wrote neither, which shows nothing.
   */
  | { event: 'storing'; line: string; file: string; bytes?: number; digest?: string; contentType?: string; at: string }
  | { event: 'stored'; line: string; file: string; bytes: number; at: string }

/** What the ledger says about one line. */
export interface LineState {
  /** The last submit: its key and body. Absent when there was none, or when it certainly created nothing. */
  key?: string
  body?: string
  /** When it was sent, and for whom. */
  at?: string
  scope?: Scope
  /** The task, once the service has accepted it. */
  id?: string
  /** How the task ended. */
  status?: string
  amount?: number
  /** What earlier tasks of the line cost. */
  earlier?: number
  /** What this batch has stored for the line, or was about to, by absolute path. */
  files: ReadonlyMap<string, StoredFile>
}

/** A result of a batch. */
export interface StoredFile {
  bytes: number
  /** Where it was recorded before the file got its name. */
  digest?: string
  contentType?: string | undefined
  /** Whether it certainly got there. */
  stored: boolean
}

/** The record of one batch on disk. Only one process may have it open: see `lockLedger`. */
export interface Ledger {
  path: string
  /** Words for what cannot be read since the batch was last restarted: a line of it may stand for a submit. Undefined where everything can be read. */
  damage: string | undefined
  /** Whether it was restarted: what came before, here or elsewhere, no longer counts. */
  readonly restarted: boolean
  state(): ReadonlyMap<string, LineState>
  /** Whether a submit of this batch was made under this key, also before it was restarted. */
  hasKey(key: string): boolean
  /** Resolves once the entry is on the disk. */
  append(entry: LedgerEntry): Promise<void>
}

/** The file of a batch's ledger, in a folder beside the journal of its service. */
export function ledgerPath(journal: string, place: string): string {
  const name = createHash('sha256').update(place).digest('hex').slice(0, 24)
  return join(`${journal.replace(/\.jsonl$/, '')}.batches`, `${name}.jsonl`)
}

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
 */
export async function openLedger(path: string, place: string, now: () => string): Promise<Ledger> {
  await makeFolder(dirname(path), 0o700)
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
        await file.sync()
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

/** What a ledger says: where its batch lies, or lay, and what is known of each line. */
export interface LedgerContent {
  readonly place: string
  readonly states: ReadonlyMap<string, LineState>
}

/** Reads a ledger that another process may have open: where its batch lies, and what it says about each line. */
export async function readLedger(path: string): Promise<LedgerContent> {
  const { entries } = await readEntryFile(path, parseEntry)
  const [place = path] = entries.flatMap((entry) => (entry.event === 'batch' ? entry.place : []))
  return { place, states: ledgerState(entries) }
}

/** What the entries say about each line, by its identity. */
function ledgerState(entries: readonly LedgerEntry[]): Map<string, LineState> {
  const states = new Map<string, LineState>()
  for (const entry of entries) {
    if (entry.event === 'restarted') states.clear()
    if (!('line' in entry)) continue
    states.set(entry.line, after(states.get(entry.line) ?? { files: new Map() }, entry))
  }
  return states
}

function after(state: LineState, entry: Extract<LedgerEntry, { line: string }>): LineState {
  const { files, amount = 0, earlier = 0 } = state
  const spent = amount + earlier === 0 ? {} : { earlier: amount + earlier }
  switch (entry.event) {
    case 'intent': {
      const { key, body } = entry
      // Sent again under its key, a submit stays as old as it was.
      return {
        files,
        ...spent,
        key,
        body,
        at: key === state.key ? (state.at ?? entry.at) : entry.at,
        scope: scopeOf(entry),
      }
    }
    case 'accepted':
      return { ...state, id: entry.id }
    case 'rejected':
      return { files, ...spent }
    case 'ended':
      return { ...state, status: entry.status, ...(entry.amount === undefined ? {} : { amount: entry.amount }) }
    case 'storing': {
      const { file, bytes, digest, contentType } = entry
      if (bytes === undefined || digest === undefined) return state
      return { ...state, files: new Map(files).set(file, { bytes, digest, contentType, stored: false }) }
    }
    case 'stored':
      return { ...state, files: new Map(files).set(entry.file, { bytes: entry.bytes, stored: true }) }
  }
}
