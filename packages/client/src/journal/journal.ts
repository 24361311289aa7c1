import type { Logger } from '../call/logger.js'

/** A submit is about to be sent. */
export interface IntentEntry {
  event: 'intent'
  /** Its Idempotency-Key. */
  key: string
  /** False where it may not carry that, as from a page to a service that has declared nothing. Then it is never replayed. */
  keyed?: false
  model: string
  /** SHA-256 of the body as sent, in hexadecimal. */
  hash: string
  /** The body as sent. A journal may leave it out when it writes; then the intent cannot be replayed. */
  body?: string
  /** ISO 8601. */
  at: string
  /** The base URL of the service for which it was made. Earlier versions wrote none of these three. */
  service?: string
  /** The account for which it was made: its stable ID, where the service had declared it. */
  account?: string
  /** Salted digests of the API keys under which it was made, or that were confirmed to be of its account: `<salt>:<SHA-256>`, in hexadecimal, with spaces in between. */
  credential?: string
  /** SHA-256 of the request as it was asked for, its files by their content: what makes two of them identical. */
  request?: string
  /** The process that wrote this, where the journal records it. */
  owner?: string
  /** Where the result is to go, for the process that resumes the task. Written and read by applications, not by the client. */
  destination?: string
}
/** The service answered with an ID; or another process continues the task, which its `owner` says. */
export interface SubmittedEntry {
  event: 'submitted'
  key: string
  id: string
  at: string
  owner?: string
}
/** It is proven that the submit created no task: the service rejected the intent, or nothing was sent. Earlier versions wrote `refused`. */
export interface RejectedEntry {
  event: 'rejected' | 'refused'
  key: string
  at: string
}
/**
 * The result of a task is whole, and about to appear at this path: a file there with this length and digest is the result. Written
 * and read by applications, which pass it to `download` as `whole`; not by the client.
 */
export interface StoringEntry {
  event: 'storing'
  id: string
  path: string
  bytes: number
  /** SHA-256 in base64. */
  digest: string
  contentType?: string
  at: string
}
/** The task was seen completed or failed. */
export interface EndedEntry {
  event: 'ended'
  id: string
  status: string
  /** Credits, where the service says so. */
  amount?: number
  at: string
}
/**
 * The owner of the journal has given a submit up, and a task of it: neither is resumed again. Nothing follows for the service.
 * Written by applications, not by the client.
 */
export interface ForgottenEntry {
  event: 'forgotten'
  key: string
  at: string
}
export type JournalEntry = IntentEntry | SubmittedEntry | RejectedEntry | StoringEntry | EndedEntry | ForgottenEntry

/** A submit that is open, or, with its `id`, whose task was not seen to end. */
export interface UnendedSubmit {
  readonly intent: Omit<IntentEntry, 'body'>
  readonly id: string | undefined
}

/** Where a client records what must not be lost. Any store will do. */
export interface Journal {
  /** Resolves once the entry is durable. */
  append(entry: JournalEntry): Promise<void>
  /** Every entry that was written, oldest first. What cannot be read is reported to the logger. */
  entries(logger?: Logger): Promise<JournalEntry[]>
  /** Visits every entry like `entries`, without holding them all. Absent: `entries` is used. */
  read?(visit: (entry: JournalEntry) => void, logger?: Logger): Promise<void>
  /** The submits with this digest of their `request` that are open or whose task runs, oldest first. Absent: they are found among the entries, all of which are read for each submit then. */
  identical?(request: string): Promise<readonly UnendedSubmit[]>
  /** Whether the owner of an entry is another process that still runs. Absent: the journal has no owners. */
  runsElsewhere?(owner: string): boolean | Promise<boolean>
}
