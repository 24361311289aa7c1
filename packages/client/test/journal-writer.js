/** One of several processes that write to a journal at the same time: `count` entries of `bytes` each. Run by journal-processes.test.ts. */
import { fileJournal } from '@model-tasks/client/journal'

const [path = '', name = '', count = '0', bytes = '0'] = process.argv.slice(2)
const journal = fileJournal(path)
const body = 'x'.repeat(Number(bytes))
for (let index = 0; index < Number(count); index++)
  await journal.append({ event: 'intent', key: `${name}-${index}`, model: 'm', hash: '', body, at: '' })
if (process.argv[6] === 'stay') {
  process.stdout.write('written\n')
  setInterval(() => undefined, 1_000_000)
}
