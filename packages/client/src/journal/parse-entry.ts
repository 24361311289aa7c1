import type { JournalEntry } from './journal.js'

/** The fields without which an entry says nothing. */
const required: Readonly<Record<JournalEntry['event'], readonly string[]>> = {
  intent: ['key', 'model'],
  submitted: ['key', 'id'],
  rejected: ['key'],
  refused: ['key'],
  ended: ['id'],
}
const fields = ['key', 'id', 'model', 'hash', 'body', 'status', 'owner', 'at']

/** The entry of a line; undefined when the line holds none: one bad line must not hide the tasks of the others. */
export function parseEntry(line: string): JournalEntry | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isEntry(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== 'object' || value === null) return false
  const { event, ...rest } = value as Record<string, unknown>
  if (typeof event !== 'string' || !Object.hasOwn(required, event)) return false
  return (
    typeof rest.at === 'string' &&
    fields.every((name) => rest[name] === undefined || typeof rest[name] === 'string') &&
    required[event as JournalEntry['event']].every((name) => rest[name])
  )
}
