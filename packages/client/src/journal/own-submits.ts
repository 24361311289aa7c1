import type { Journal } from './journal.js'

/** The submits of this process, by journal: their keys, and the IDs of their tasks once these are known. */
const own = new WeakMap<Journal, Map<string, string | undefined>>()

/** Journals that pass on to another what they are given. */
const others = new WeakMap<Journal, Journal>()

/** Says that what is submitted to one journal is submitted to another, to which it passes everything on. */
export function passesOn(journal: Journal, other: Journal): Journal {
  others.set(journal, other)
  return journal
}

/** A submit of this process begins, or has brought the ID of its task. */
export function noteOwn(journal: Journal, key: string, id?: string): void {
  const keys = ownOf(journal) ?? new Map<string, string | undefined>()
  own.set(others.get(journal) ?? journal, keys.set(key, id))
}

/** A submit brought no ID, or its task was seen to end. */
export function forgetOwn(journal: Journal, { key, id }: { key?: string; id?: string }): void {
  const keys = ownOf(journal)
  if (!keys) return
  if (key !== undefined) keys.delete(key)
  else for (const [each, known] of keys) if (known === id) keys.delete(each)
}

/** Whether this process has begun a submit, and its caller has its handle, or waits for it. */
export function isOwn(journal: Journal, key: string): boolean {
  return ownOf(journal)?.has(key) === true
}

function ownOf(journal: Journal): Map<string, string | undefined> | undefined {
  return own.get(others.get(journal) ?? journal)
}
