/** One of several processes that write to a journal at the same time: `count` entries of `bytes` each. Run by journal-processes.system.test.ts. */
import { fileJournal } from '@model-tasks/client/journal'

const [path = '', name = '', count = '0', bytes = '0'] = process.argv.slice(2)
const journal = fileJournal(path)
const body = 'x'.repeat(Number(bytes))
let written = 0
const write = () => journal.append({ event: 'intent', key: `${name}-${written++}`, model: 'm', hash: '', body, at: '' })
while (written < Number(count)) await write()
if (process.argv[6] === 'until told') {
  let told = false
  process.stdin.resume().once('end', () => (told = true))
  while (!told) await write()
  for (let more = 0; more < 3; more++) await write()
  process.stdout.write(String(written))
}
if (process.argv[6] === 'compact') {
  let told = false
  process.stdin.resume().once('end', () => (told = true))
  while (!told) {
    if (await journal.compact({ keep: 0 })) process.stdout.write('.')
    await new Promise(setImmediate)
  }
}
if (process.argv[6] === 'stay') {
  process.stdout.write('written\n')
  setInterval(() => undefined, 1_000_000)
}
