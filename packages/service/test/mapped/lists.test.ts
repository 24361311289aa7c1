import { expect, onTestFinished, test } from 'vitest'
import { asked } from '../support/asked.js'
import type { Interception } from '../../src/commands/fake/serve-fake.js'
import { mappingOf, mappings, openBench, running, standingClock, taskFor, type Bench } from './support.js'

const listing = mappings.filter(([, { operations }]) => operations.video?.list !== undefined).map(([named]) => named)

/** A provider in front of a fake that has three tasks: one that runs, one that has failed, one that was cancelled. */
async function threeTasks(
  named: string,
  intercept?: (path: string) => Interception | undefined,
  clock = standingClock(),
) {
  const mapping = mappingOf(named)
  const gets: string[] = []
  const bench: Bench = await openBench(
    mapping,
    ({ method, path }) => {
      if (method === 'GET') gets.push(path)
      return method === 'GET' ? intercept?.(path) : undefined
    },
    clock,
  )
  onTestFinished(() => bench.close())
  const { id, model, kind, parameters } = taskFor(mapping)
  const submit = async (prompt: string): Promise<string> => {
    const answer = await bench.provider.submit(asked({ id, model, kind, parameters: { ...parameters, prompt } }))
    if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
    return answer.reference
  }
  const [failed, cancelled] = [await submit('A boat [[fail: it sank]]'), await submit('A boat')]
  await bench.provider.cancel?.(cancelled)
  gets.length = 0
  bench.pass(1000)
  const runs = await submit('Another boat')
  const poll = (references: readonly string[]) => bench.provider.poll(references, running)
  return { ...bench, gets, poll, references: [runs, failed, cancelled], runs }
}

test('Ark and MiniMax can be asked for several tasks at a time', () => {
  expect(listing).toEqual(['ark', 'minimax'])
})

test.each(listing)('%s: one request tells of several tasks what one for each tells', async (named) => {
  const { poll, references, gets, provider } = await threeTasks(named)
  expect(provider.pollBatch).toBe(mappingOf(named).operations.video?.list?.limit)
  const together = await poll(references)
  expect(gets).toHaveLength(1)
  const each = await Promise.all(references.map((reference) => poll([reference])))
  expect([...together]).toEqual(each.flatMap((one) => [...one]))
  expect([...together.values()].map(({ state }) => state)).toEqual(['running', 'failed', 'failed'])
})

test.each(listing)('%s: what a list leaves out is queried by itself', async (named) => {
  const { poll, references, gets, runs } = await threeTasks(named)
  const gone = runs.replace(/[^:]+$/, 'gone')
  const snapshots = await poll([...references, gone])
  expect(snapshots.get(gone)).toMatchObject({ state: 'missing' })
  expect(snapshots.get(runs)).toMatchObject({ state: 'running' })
  expect(gets).toHaveLength(2)
})

test.each([
  ['there is none', { status: 404, body: '<html>' }],
  ['it takes no IDs', { status: 400, body: '{"error":{"message":"unknown parameter"}}' }],
  ['it is something else', { status: 200, body: '{"items":{}}' }],
  ['it leaves out most', { status: 200, body: '{"items":[]}' }],
])('a list is not asked for again soon where %s', async (_why, answer) => {
  const { poll, references, gets, provider } = await threeTasks('ark', (path) =>
    path.endsWith('/tasks') ? { answer } : undefined,
  )
  const first = await poll(references)
  expect([...first.values()].every(({ state }) => state !== 'missing')).toBe(true)
  expect(provider.pollBatch).toBe(1)
  expect(gets.filter((path) => path.endsWith('/tasks'))).toHaveLength(1)
  const states = [...(await poll(references)).values()].map(({ state }) => state)
  expect(states).toEqual(['running', 'failed', 'failed'])
  expect(gets.filter((path) => path.endsWith('/tasks'))).toHaveLength(1)
})

test('a list is asked for again after an hour: a proxy may have answered for the upstream', async () => {
  const clock = standingClock()
  let replaced = false
  const page = { answer: { status: 404, headers: { 'content-type': 'text/html' }, body: '<html>' } }
  const { poll, references, gets, provider } = await threeTasks('ark', () => (replaced ? page : undefined), clock)
  replaced = true
  await poll(references)
  replaced = false
  clock.move(3_599_000)
  expect(provider.pollBatch).toBe(1)
  clock.move(1000)
  expect(provider.pollBatch).toBe(100)
  gets.length = 0
  expect([...(await poll(references)).values()].map(({ state }) => state)).toEqual(['running', 'failed', 'failed'])
  expect(gets).toHaveLength(1)
})

test('a poll of many tasks that was on its way when a list turned out to be none makes ten queries', async () => {
  const { poll, references, gets, runs } = await threeTasks('ark', (path) =>
    path.endsWith('/tasks') ? { answer: { status: 404, body: '<html>' } } : undefined,
  )
  await poll(references)
  const many = Array.from({ length: 100 }, (_, index) => runs.replace(/[^:]+$/, `other-${index}`))
  gets.length = 0
  const states = [...(await poll(many)).values()].map(({ state }) => state)
  expect(gets).toHaveLength(10)
  expect(states.filter((state) => state === 'missing')).toHaveLength(10)
  expect(states.filter((state) => state === 'fault')).toHaveLength(90)
})

test.each([
  [401, { pause: { reason: 'credentials' } }],
  [503, { pause: { reason: 'unavailable' } }],
  [500, {}],
])('HTTP %i for a list is a fault of each task, and it is asked for again', async (status, more) => {
  const { poll, references, provider } = await threeTasks('ark', () => ({ answer: { status, body: '{}' } }))
  const snapshots = await poll(references)
  for (const reference of references) expect(snapshots.get(reference)).toMatchObject({ state: 'fault', ...more })
  expect(provider.pollBatch).toBe(100)
})
