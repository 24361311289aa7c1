import type { Logger } from '../call/options.js'

/** A submit is about to be sent. */
export interface IntentEntry {
  event: 'intent'
  /** The Idempotency-Key it will carry. */
  key: string
  model: string
  /** SHA-256 of the body as sent, in hexadecimal. */
  hash: string
  /** The body as sent. A journal may leave it out when it writes; then the intent cannot be replayed. */
  body?: string
  /** ISO 8601. */
  at: string
}
/** The service answered with an id. */
export interface SubmittedEntry {
  event: 'submitted'
  key: string
  id: string
  at: string
}
/** It is certain that no task came of the intent. */
export interface RefusedEntry {
  event: 'refused'
  key: string
  at: string
}
/** The task was seen completed or failed. */
export interface EndedEntry {
  event: 'ended'
  id: string
  status: string
  at: string
}
export type JournalEntry = IntentEntry | SubmittedEntry | RefusedEntry | EndedEntry

/** Where a client writes down what must not be lost. Any store will do. */
export interface Journal {
  /** Resolves once the entry is durable. */
  append(entry: JournalEntry): Promise<void>
  /** Every entry that was written, oldest first. What cannot be read is told to the logger. */
  entries(logger?: Logger): Promise<JournalEntry[]>
}
