/** What the owner of a journal gives up: not resumed again, and nothing else is lost with it. */
import { expect, it } from 'vitest'
import { ModelTasks } from '../src/index.js'
import { journalState, memoryJournal, type JournalEntry } from '../src/journal/index.js'
import { compactEntries } from '../src/journal/compact.js'

const at = ''
const intent = (key: string): JournalEntry => ({ event: 'intent', key, model: 'm', hash: '', body: '{}', at })
const submitted = (key: string): JournalEntry => ({ event: 'submitted', key, id: `t-${key}`, at })
const ended = (key: string): JournalEntry => ({ event: 'ended', id: `t-${key}`, status: 'completed', at })
const forgotten = (key: string): JournalEntry => ({ event: 'forgotten', key, at })

/** What is left to do, and what has become of the rest. */
const summaryOf = (entries: JournalEntry[]): object => {
  const state = journalState(entries)
  return {
    open: state.open.map(({ key }) => key),
    running: state.running.map(({ id }) => id),
    ended: state.ended.map(({ id, status }) => `${id} ${status}`),
  }
}

it.each([
  ['a submit of unknown outcome', [intent('a'), forgotten('a')], {}],
  ['a task', [intent('a'), submitted('a'), forgotten('a')], { ended: ['t-a forgotten'] }],
  [
    'not a task whose answer came after that: it is paid for',
    [intent('a'), forgotten('a'), submitted('a')],
    { running: ['t-a'] },
  ],
  [
    'not the submit that a batch repeats under the same key after that',
    [intent('a'), forgotten('a'), intent('a')],
    { open: ['a'] },
  ],
  [
    'a task that another process resumes meanwhile, until it is seen to end',
    [intent('a'), submitted('a'), forgotten('a'), submitted('a')],
    { ended: ['t-a forgotten'] },
  ],
  [
    'and its end, seen later, counts',
    [intent('a'), submitted('a'), forgotten('a'), ended('a')],
    { ended: ['t-a completed'] },
  ],
  [
    'one of several',
    [intent('a'), submitted('a'), intent('b'), submitted('b'), forgotten('a')],
    { running: ['t-b'], ended: ['t-a forgotten'] },
  ],
])('given up: %s', (_, entries, left) => {
  const expected = { open: [], running: [], ended: [], ...left }
  expect(summaryOf(entries)).toEqual(expected)
  // A compaction at any time changes nothing.
  for (let index = 0; index <= entries.length; index++)
    expect(summaryOf([...compactEntries(entries.slice(0, index), 1_000), ...entries.slice(index)])).toEqual(expected)
})

it('resumeAll returns none of them, and does not send a submit again', async () => {
  const journal = memoryJournal()
  for (const entry of [intent('a'), forgotten('a'), intent('b'), submitted('b'), forgotten('b')])
    await journal.append(entry)
  const client = new ModelTasks({
    baseUrl: 'http://127.0.0.1:9',
    apiKey: 'k',
    idempotency: true,
    fetch: () => Promise.reject(new Error('nothing is sent')),
  })
  expect(await client.resumeAll(journal)).toEqual({ handles: [], unresolved: [], elsewhere: [] })
})
