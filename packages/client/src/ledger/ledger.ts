import type { IntentEntry } from '../journal/journal.js'

/** For whom a submit was made; see the entries of a journal. */
export type Scope = Pick<IntentEntry, 'service' | 'account' | 'credential'>

/** A submit of unknown outcome, as the journal of the client has it. */
export type OpenIntent = Pick<IntentEntry, 'key' | 'body' | 'at' | 'service' | 'account' | 'credential'>

/**
 * The scope in an entry, without what it does not have.
 *
 * @internal
 */
export function scopeOf({ service, account, credential }: { [Name in keyof Scope]: Scope[Name] | undefined }): Scope {
  return {
    ...(service === undefined ? {} : { service }),
    ...(account === undefined ? {} : { account }),
    ...(credential === undefined ? {} : { credential }),
  }
}

/**
 * What is recorded of a batch, one entry per step of one line. `line` is the line's identity.
 *
 * @internal
 */
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

/**
 * What the ledger says about one line.
 *
 * @internal
 */
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

/**
 * The record of one batch on disk. Only one process may have it open: see `lockLedger`.
 *
 * @internal
 */
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

/** Where a batch is recorded; see `fileLedger`. */
export interface BatchLedger {
  /** Opens it for this process alone. Throws where another process runs the batch, or what is recorded cannot be read. */
  open(): Promise<OpenLedger>
}

/**
 * A ledger that no one else can open until it is closed.
 *
 * @internal
 */
export interface OpenLedger extends Ledger {
  close(): Promise<void>
}

/**
 * What a ledger says: where its batch lies, or lay, and what is known of each line.
 *
 * @internal
 */
export interface LedgerContent {
  readonly place: string
  readonly states: ReadonlyMap<string, LineState>
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
