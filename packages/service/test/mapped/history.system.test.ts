import { expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '../../src/commands/administration/run.js'
import { serveFake, type Interception, type ServedFake } from '../../src/commands/fake/serve-fake.js'
import type { PastTask } from '../../src/domain/provider/history.js'
import type { UpstreamProvider } from '../../src/domain/provider/provider.js'
import type { Settings } from '../../src/settings/settings.js'
import { upstreamIdOf } from '../../src/domain/provider/reference.js'
import { relayProvider } from '../../src/run/provider/relay.js'
import { silentLog } from '../../src/base/log.js'
import { asked } from '../support/asked.js'
import { temporaryFolder } from '../support/folder.js'
import { ManualClock } from '../support/manual-clock.js'
import { prices } from '../support/prices.js'
import { ended, relay, upstreamOf } from '../support/relay.js'
import { image, testService } from '../support/service.js'
import { keyAt, knownKey, mappings, openBench, running, standingClock, taskFor } from './support.js'

const listing = mappings.filter(([, { operations }]) => operations.video?.history !== undefined)

test('six protocols list the tasks of an account', () => {
  expect(listing.map(([named]) => named).toSorted()).toEqual([
    'ark',
    'kling',
    'luma',
    'minimax',
    'openai-videos',
    'replicate',
  ])
})

async function all(provider: UpstreamProvider, since = 0): Promise<PastTask[]> {
  const tasks: PastTask[] = []
  for await (const task of provider.history?.(since, running) ?? []) tasks.push(task)
  return tasks
}

async function submitted(
  provider: UpstreamProvider,
  task: ReturnType<typeof taskFor>,
  prompt?: string,
): Promise<string> {
  const parameters = prompt === undefined ? task.parameters : { ...task.parameters, prompt }
  const answer = await provider.submit(asked({ ...task, parameters }))
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  return upstreamIdOf(answer.reference)
}

test.each(listing)(
  '%s: its list is read page by page, with what was charged and what still runs',
  async (_named, mapping) => {
    const gets: string[] = []
    const bench = await openBench(mapping, ({ method, path }) => void (method === 'GET' && gets.push(path)))
    onTestFinished(() => bench.close())
    const { provider, pass } = bench
    const task = taskFor(mapping)
    const size = mapping.operations.video?.history?.size?.most ?? 20
    const failed = await submitted(provider, task, 'A boat [[fail: it sank]]')
    pass(5000)
    const made: string[] = []
    for (let count = 2 * size + 3; count > 0; count -= 1) made.push(await submitted(provider, task))
    pass(5000)
    const runs = await submitted(provider, task)
    const tasks = await all(provider)
    const states = new Map(tasks.map(({ reference, state }) => [reference, state]))
    expect(tasks).toHaveLength(made.length + 2)
    expect(states.get(failed)).toBe('free')
    expect(states.get(runs)).toBe('running')
    expect(made.filter((id) => states.get(id) !== 'charged')).toEqual([])
    expect(tasks.at(0)).toMatchObject({ reference: runs, created: 10_000 })
    const lists = mapping.operations.video?.history?.paths.length ?? 0
    expect(gets.length).toBeGreaterThanOrEqual(2 + lists)
    expect(new Set(gets).size).toBe(lists)
    gets.length = 0
    expect((await all(provider, 6000)).map(({ reference }) => reference)).toEqual([runs])
    expect(gets.length).toBeLessThanOrEqual(2 * lists)
  },
)

const [named, ark] = listing.find(([protocol]) => protocol === 'ark')!

/** A provider of Ark whose fake has three tasks, and what its lists are answered with, in turn. */
async function threeTasks(...answers: (Interception | undefined)[]) {
  const clock = standingClock()
  let asks = 0
  const bench = await openBench(ark, ({ method }) => (method === 'GET' ? answers[asks++] : undefined), clock)
  onTestFinished(() => bench.close())
  for (let count = 0; count < 3; count += 1) await submitted(bench.provider, taskFor(ark))
  return { clock, provider: bench.provider, asks: () => asks }
}

test.each([
  [429, 'rate limited'],
  [503, 'not there for a while'],
])(`${named}: a list that is answered with %i, %s, is read on after the wait that was asked for`, async (status) => {
  const limited = { answer: { status, headers: { 'retry-after': '30' }, body: '{"error":{"message":"slow"}}' } }
  const { clock, provider, asks } = await threeTasks(limited, { reset: true })
  const read = all(provider)
  await expect.poll(asks).toBe(1)
  await vi.waitFor(async () => {
    clock.move(30_000)
    await new Promise(setImmediate)
    expect(asks()).toBe(4)
  })
  expect(await read).toHaveLength(3)
})

test.each([
  ['a page of a proxy', { status: 200, body: '<html>maintenance</html>' }, 'not a list of tasks'],
  [
    'an error about the request',
    { status: 400, body: '{"error":{"message":"no such page"}}' },
    'no such page (HTTP 400)',
  ],
  ['a rejected key', { status: 401, body: '{"error":{"message":"not yours"}}' }, 'Ark: not yours (HTTP 401)'],
])(`${named}: %s in the middle of a list ends it without a conclusion`, async (_what, answer, words) => {
  const { provider } = await threeTasks({ answer })
  await expect(all(provider)).rejects.toThrow(words)
})

test(`${named}: an upstream that answers the same page for ever is read once`, async () => {
  const { operations } = ark
  const page = JSON.stringify({
    items: [{ id: 'cgt-1', status: 'succeeded', created_at: 1, content: { video_url: 'https://a.example/1.mp4' } }],
  })
  expect(operations.video?.history).toBeDefined()
  const same = { answer: { status: 200, body: page } }
  const { provider, asks } = await threeTasks(same, same, same, same)
  expect(await all(provider)).toMatchObject([{ reference: 'cgt-1', state: 'charged', created: 1000 }])
  expect(asks()).toBe(2)
})

test('a gateway behind this one lists the tasks of its account, with their cost', async () => {
  const { service, key, submit, ended: endOf } = await testService()
  const made = (await submit(image)).body.id
  await endOf(made)
  const provider = relayProvider(upstreamOf({ baseUrl: `${service.url}/api`, apiKey: key }), silentLog)
  const tasks = await all(provider)
  expect(tasks).toMatchObject([{ reference: made, state: 'charged' }])
  expect(tasks[0]?.cost).toMatch(/^[\d.]+ credits$/)
  expect(await all(provider, Date.now() + 60_000)).toEqual([])
})

/** What `reconcile` prints of a service in front of Ark that has made three tasks; the list leaves out what `act` hides, and calls others as it says. */
async function reconciled(
  act: (fake: ServedFake, hidden: Set<string>, called: Map<string, string>) => Promise<void>,
  {
    words = [],
    queues = ['ark'],
    apiKey,
    terms,
  }: { words?: string[]; queues?: string[]; apiKey?: string; terms?: Settings['prices'] } = {},
) {
  const [hidden, called] = [new Set<string>(), new Map<string, string>()]
  const clock = new ManualClock()
  const fake = await serveFake(ark, {
    ...(apiKey === undefined ? knownKey(ark, 'key') : {}),
    now: () => clock.now(),
    intercept: ({ method, query }) =>
      method === 'GET' && query.has('page_num') && hidden.size + called.size > 0
        ? { answer: { status: 200, body: pageWithout(fake, hidden, called) } }
        : undefined,
  })
  onTestFinished(() => fake.close())
  const behind = { name: 'ark', protocol: 'ark', baseUrl: fake.baseUrl, apiKey: keyAt(ark, fake, 'key') } as const
  const { call, when, folder } = await relay(
    behind,
    { clock, folder: temporaryFolder() },
    terms === undefined ? {} : { prices: terms },
  )
  const ids: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const { model, parameters } = taskFor(ark)
    const { body } = await call('POST', '/tasks', { model, ...parameters })
    await when(body.id, ended)
    ids.push(body.id)
  }
  await act(fake, hidden, called)
  const settings = {
    dataDirectory: folder,
    databaseUrl: undefined,
    upstreams: queues.map((name) => upstreamOf({ ...behind, name, ...(apiKey === undefined ? {} : { apiKey }) })),
  }
  const lines: string[] = []
  await runCommand(
    ['reconcile', queues.join(','), ...words],
    settings,
    (line) => lines.push(line),
    () => clock.now(),
  )
  return { text: lines.join('\n'), ids, fake }
}

/** A page as Ark answers it. */
function pageWithout(fake: ServedFake, hidden: ReadonlySet<string>, called: ReadonlyMap<string, string>): string {
  const items = fake.tasks
    .filter(({ id }) => !hidden.has(id))
    .map(({ id, submitted: at }) => ({
      id,
      status: called.get(id) ?? 'succeeded',
      created_at: Math.floor(at / 1000),
    }))
  return JSON.stringify({ items })
}

test('reconcile asks the upstream itself, and names what was paid there alone', async () => {
  const { text, fake } = await reconciled(async ({ baseUrl }) => {
    const response = await fetch(`${baseUrl}/contents/generations/tasks`, {
      method: 'POST',
      headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'sd_2.0_discount', content: [{ type: 'text', text: 'A boat' }], duration: 10 }),
    })
    expect(response.status).toBe(200)
  })
  expect(text).toBe(`ark lists 4 tasks of the last 7 days
3 tasks of ark in both
paid there, not charged here: 1
  ${fake.tasks.at(-1)?.id}  no task here
charged here, not there: 0`)
})

test('reconcile takes what two keys of one account list as charged for once', async () => {
  const { text } = await reconciled(async () => undefined, { queues: ['ark', 'ark-b'] })
  expect(text).toBe(`ark lists 3 tasks of the last 7 days
ark-b lists 3 tasks of the last 7 days
3 tasks of ark and ark-b in both
paid there, not charged here: 0
charged here, not there: 0`)
})

const hide = async ({ tasks }: ServedFake, hidden: Set<string>) => void hidden.add(tasks[1]?.id ?? '')

test('reconcile names what was charged here and is not in the list of the upstream', async () => {
  const { text, ids, fake } = await reconciled(hide, { words: ['30'] })
  expect(text).toContain(
    'ark lists 2 tasks of the last 30 days\n2 tasks of ark in both\npaid there, not charged here: 0',
  )
  expect(text).toContain(`charged here, not there: 1\n  ${fake.tasks[1]?.id}  ${ids[1]}  completed`)
})

test('reconcile names what was charged here and failed there, and nothing that still runs there', async () => {
  const { text, ids, fake } = await reconciled(async ({ tasks }, _hidden, called) => {
    called.set(tasks[1]?.id ?? '', 'running')
    called.set(tasks[2]?.id ?? '', 'failed')
  })
  expect(text).toContain('1 task of ark in both\npaid there, not charged here: 0\ncharged here, not there: 1\n')
  expect(text).toContain(`\n  ${fake.tasks[2]?.id}  ${ids[2]}  completed`)
})

test('reconcile concludes nothing about tasks that are older than the list, and all from a list that is empty', async () => {
  const oldest = await reconciled(async ({ tasks }, hidden) => void hidden.add(tasks[0]?.id ?? ''))
  expect(oldest.text).toContain('2 tasks of ark in both\npaid there, not charged here: 0\ncharged here, not there: 0')
  const none = await reconciled(async ({ tasks }, hidden) => tasks.forEach(({ id }) => hidden.add(id)))
  expect(none.text).toContain('ark lists 0 tasks of the last 7 days\n0 tasks of ark in both')
  expect(none.text).toContain('charged here, not there: 3')
})

test('reconcile concludes nothing about tasks that were submitted with another key than the list is asked for with', async () => {
  const { text, ids, fake } = await reconciled(hide, { apiKey: 'key-of-another-account' })
  expect(text).toContain('2 tasks of ark in both\npaid there, not charged here: 0\ncharged here, not there: 0\n')
  expect(text).toContain(
    `submitted with another key or to another address, so that the list says nothing of them: 1\n  ${fake.tasks[1]?.id}  ${ids[1]}  completed`,
  )
})

test('reconcile names what was paid there for a task that costs nothing here', async () => {
  const { model } = taskFor(ark)
  const { text, ids } = await reconciled(async () => undefined, { terms: prices({ [model]: { perTask: 0 } }) })
  expect(text).toContain('0 tasks of ark in both\npaid there, not charged here: 3\n')
  for (const id of ids) expect(text).toContain(`  ${id}  completed, at a price of 0\n`)
})

test('reconcile says what to give where an upstream cannot be asked', async () => {
  const { folder } = await relay({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', name: 'fal', protocol: 'fal' })
  const settings = {
    dataDirectory: folder,
    databaseUrl: undefined,
    upstreams: [
      upstreamOf({ name: 'fal', protocol: 'fal', baseUrl: 'http://127.0.0.1:9', apiKey: 'key' }),
      upstreamOf({ name: 'old', baseUrl: 'http://127.0.0.1:9', apiKey: 'key' }),
    ],
  }
  const refused = (...words: string[]) => expect(runCommand(['reconcile', ...words], settings, () => undefined)).rejects
  await refused('fal').toThrow('fal has no list of tasks that this service can read; give its invoice as CSV')
  await refused('elsewhere').toThrow(
    'the settings have no upstream "elsewhere" that could be asked; name one of fal, old, or its invoice as CSV',
  )
  for (const file of ['march-2026', '2026.csv'])
    await refused('fal', file).toThrow(new RegExp(`^${file} cannot be read: `))
  await refused('fal', '0').toThrow('0 days hold no tasks; name 1 or more')
  await expect(runCommand(['reconcile', 'fal'], { ...settings, upstreams: [] }, () => undefined)).rejects.toThrow(
    'the settings name no upstream that could be asked; give its invoice as CSV',
  )
  await refused('old').toThrow('the list of old could not be read to its end, so nothing was compared')
})
