import type { IntentEntry, Journal, JournalEntry } from '@model-tasks/client'

/** A journal in the memory of this process. */
export function memoryJournal(): Journal {
  const entries: JournalEntry[] = []
  return {
    append: (entry) => {
      entries.push(entry)
      return Promise.resolve()
    },
    entries: () => Promise.resolve([...entries]),
  }
}

/** A submit of a journal, as its entries have it. */
export interface EarlierSubmit {
  readonly key: string
  readonly intent: IntentEntry
  /** The task, where the service has answered with one. */
  id?: string
  /** It is proven that it created no task; or its user has given it up. */
  over?: boolean
  ended?: boolean
}

/** The submits of a journal by their Idempotency-Key, oldest first. */
export async function submitsOf(journal: Journal): Promise<Map<string, EarlierSubmit & { attempts: number }>> {
  const submits = new Map<string, EarlierSubmit & { attempts: number }>()
  const byId = new Map<string, EarlierSubmit>()
  for (const entry of await journal.entries()) {
    if (entry.event === 'intent') {
      const known = submits.get(entry.key)
      submits.set(entry.key, {
        ...known,
        key: entry.key,
        intent: known?.intent ?? entry,
        attempts: (known?.attempts ?? 0) + 1,
        over: false,
      })
      continue
    }
    const submit = 'key' in entry ? submits.get(entry.key) : byId.get(entry.id)
    if (submit === undefined) continue
    if (entry.event === 'submitted') {
      submit.id = entry.id
      byId.set(entry.id, submit)
    } else if (entry.event === 'ended') submit.ended = true
    else if (entry.event === 'forgotten') submit.over = true
    // That a repeat was rejected says nothing about the attempt before it.
    else if (entry.event !== 'storing' && (submit as { attempts?: number }).attempts === 1) submit.over = true
  }
  return submits
}

/** A journal of which only the entries of one submit are read. */
export function onlyOf(journal: Journal, key: string): Journal {
  return {
    append: (entry) => journal.append(entry),
    entries: async (logger) => (await journal.entries(logger)).filter((entry) => 'key' in entry && entry.key === key),
    ...(journal.runsElsewhere && { runsElsewhere: (owner: string) => journal.runsElsewhere?.(owner) ?? false }),
  }
}
