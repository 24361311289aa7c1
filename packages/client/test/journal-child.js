/**
 * A process that is to be killed: submits under a journal, and stops for good at the named point.
 * Run by journal.test.ts from the built package.
 */
import { fileJournal } from '@model-tasks/client/journal'
import { ModelTasks } from '@model-tasks/client'

const [baseUrl = '', path = '', point = ''] = process.argv.slice(2)
const file = fileJournal(path)
const stop = async (here) => {
  if (here !== point) return
  process.stdout.write(`${here}\n`)
  await new Promise(() => setInterval(() => undefined, 1_000_000))
}
const journal = {
  append: async (entry) => {
    await stop(`before ${entry.event}`)
    await file.append(entry)
    await stop(`after ${entry.event}`)
  },
  entries: () => file.entries(),
}
const client = new ModelTasks({
  baseUrl,
  apiKey: 'test-key',
  pollInterval: 1,
  journal,
  fetch: async (url, init) => {
    const name = init?.method === 'POST' ? 'answer' : 'query'
    await stop(`before ${name}`)
    const response = await fetch(url, init)
    await stop(`after ${name}`)
    return response
  },
})
await client.run('sd_2.0_discount', { prompt: 'A paper boat' })
process.stdout.write('end\n')
