import type { Journal, JournalEntry } from '@model-tasks/client'
import { clientFailure } from '../failure/client-failure.js'

/**
 * Waits for a task and stores its result, with a journal that records the end of a completed task only once its result is
 * stored, or has expired: until then `resume` continues, however this process ends. `work` is passed that journal, or none
 * where none is given. Answers and throws what `work` does.
 */
export async function untilStored<T>(
  journal: Journal | undefined,
  work: (journal: Journal | undefined) => Promise<T>,
): Promise<T> {
  if (journal === undefined) return work(undefined)
  const held: JournalEntry[] = []
  const record = async (): Promise<void> => {
    // Where this fails, the task is resumed once more, and its file is found to be there.
    for (const entry of held) await journal.append(entry).catch(() => undefined)
  }
  const holding: Journal = {
    entries: (logger) => journal.entries(logger),
    append: async (entry) => {
      if (entry.event === 'ended' && entry.status === 'completed') held.push(entry)
      else await journal.append(entry)
    },
  }
  try {
    const result = await work(holding)
    await record()
    return result
  } catch (error) {
    if (clientFailure(error)?.kind === 'expired') await record()
    throw error
  }
}
