import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { addressOf } from '@model-tasks/client/policy'
import { journalPath } from './journal.js'
import { variable } from './variable.js'

/** What is left to resume in the other journals here: how many tasks and submits, by words for where that is and how it is reached. */
export async function leftElsewhere(baseUrl: string, env: NodeJS.ProcessEnv): Promise<Map<string, number>> {
  const left = new Map<string, number>()
  const own = journalPath(baseUrl, env)
  // One that is named holds the submits to all services.
  if (own === undefined || variable(env, 'MODEL_TASKS_JOURNAL') !== undefined) return left
  const folder = dirname(own)
  const here = addressOf(baseUrl)
  const { fileJournal, JournalReader } = await import('@model-tasks/client/journal')
  for (const name of await readdir(folder).catch(() => [])) {
    if (extname(name) !== '.jsonl' || name === basename(own)) continue
    const reader = new JournalReader()
    // One that cannot be read is reported where its own service is resumed.
    for (const entry of await fileJournal(join(folder, name))
      .entries({})
      .catch(() => []))
      reader.add(entry)
    const { open, running } = reader.state
    for (const { key } of [...open, ...running]) {
      const service = reader.intentOf(key)?.service ?? basename(name, '.jsonl')
      // Earlier versions gave each spelling of an address a journal of its own.
      const where =
        service === here
          ? `in ${join(folder, name)}; name that file with MODEL_TASKS_JOURNAL`
          : `at ${service}; name that service with --base-url`
      left.set(where, (left.get(where) ?? 0) + 1)
    }
  }
  return left
}
