import { resolve, sep } from 'node:path'
import type { Journal, JournalEntry } from '@model-tasks/client'
import type { Destination } from './destination.js'

/**
 * A journal that records with the intent of a submit where its result is to go, for `resume` after this process was killed.
 * Standard output is gone then, and is not recorded.
 */
export function recordDestination(
  journal: Journal | undefined,
  destination: Destination | undefined,
): Journal | undefined {
  if (journal === undefined || destination === undefined || destination.to === 'stdout') return journal
  const { out, to } = destination
  const place = `${resolve(out)}${to === 'folder' ? sep : ''}`
  return {
    ...journal,
    append: (entry) => journal.append(entry.event === 'intent' ? { ...entry, destination: place } : entry),
  }
}

/** Where the results of the submits in a journal were to go, by idempotency key. */
export function recordedDestinations(
  entries: readonly JournalEntry[],
  force: boolean,
): ReadonlyMap<string, Destination> {
  return new Map(
    entries.flatMap((entry) => {
      if (entry.event !== 'intent' || entry.destination === undefined) return []
      const out = entry.destination
      return [[entry.key, { out, to: out.endsWith(sep) ? 'folder' : 'file', force }]]
    }),
  )
}
