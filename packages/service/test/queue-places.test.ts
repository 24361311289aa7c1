import { expect, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import type { TaskView } from '../src/domain/task/record.js'
import type { WaitingLines } from '../src/keep/store/waiting-lines.js'
import { paceOf, QueuePlaces, type SeenLine } from '../src/run/queue-places.js'
import { newTask } from './contracts/open-stores.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

const own = [{ id: 'task_1', due: 0, created: 10_000 }]
const lineOf = (values: Partial<SeenLine>): SeenLine => ({
  ...{ now: 60_000, running: 0, weight: 1, own, others: [], ends: [] },
  ...values,
})

test.each([
  ['nothing that has ended', [], undefined],
  ['one end before it waited', [9000], undefined],
  ['two ends before it waited', [9000, 4000], 5000],
  ['ends of another day', [9000 - 86_400_000, 4000 - 86_400_000], undefined],
  ['one end since it waits', [40_000], 50_000],
  ['two ends since it waits, after a pause', [55_000, 35_000, -3_000_000], 25_000],
])('the pace of a queue follows from %s', (_, ends, pace) => {
  expect(paceOf(lineOf({ ends }))).toBe(pace)
})

function places(seen: () => Promise<SeenLine>, paused = false) {
  const clock = new ManualClock()
  const reads: string[] = []
  const lines: WaitingLines = {
    line: async (queue) => {
      reads.push(queue)
      return { accounts: [], ends: (await seen()).ends }
    },
    own: (_queue, account) => {
      reads.push(account)
      return seen()
    },
  }
  const shown = new QueuePlaces({ lines, clock, log: silentLog, engine: { paused: () => paused } })
  return { clock, shown, reads }
}
const waiting: TaskView = newTask({ id: 'task_1' })

test('the store is asked once a second for all tasks of an account in a queue, and for what all accounts there share', async () => {
  const { clock, shown, reads } = places(async () => lineOf({ ends: [40_000] }))
  expect(shown.atHand(waiting)).toBe('unread')
  const found = await Promise.all([shown.find(waiting), shown.find(waiting), shown.find({ ...waiting, id: 'task_2' })])
  expect(found).toEqual([{ position: 1, start: 110_000 }, { position: 1, start: 110_000 }, undefined])
  expect(shown.atHand(waiting)).toEqual(found[0])
  expect(reads).toEqual(['default', 'rich'])
  clock.advance(1000)
  expect(shown.atHand(waiting)).toBe('unread')
  await Promise.all([shown.find({ ...waiting, account: 'other' }), shown.find(waiting)])
  expect(reads.slice(2).toSorted()).toEqual(['default', 'other', 'rich'])
})

test('a task that has started has no place, and the store is not asked for it', async () => {
  const { shown, reads } = places(async () => lineOf({}))
  expect(await shown.find({ ...waiting, status: 'processing' })).toBeUndefined()
  expect(reads).toEqual([])
})

test('nothing is expected of an upstream that is paused', async () => {
  const { shown } = places(async () => lineOf({ ends: [40_000] }), true)
  expect(await shown.find(waiting)).toEqual({ position: 1, start: undefined })
})

test('a place that cannot be read is left out, and read again by the next query', async () => {
  let broken = true
  const { shown } = places(async () => {
    if (broken) throw new Error('the database is gone')
    return lineOf({})
  })
  expect(await shown.find(waiting)).toBeUndefined()
  broken = false
  expect(await shown.find(waiting)).toEqual({ position: 1, start: undefined })
})

test('queries and lists say where a task stands that waits, and when it is expected to start', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false, concurrency: 1 })
  const { submit, call } = await testService({}, { provider })
  const submitted = []
  for (let index = 0; index < 3; index++) submitted.push((await submit(image)).body)
  const first = await provider.job(0)
  const [running, next, last] = submitted.map(({ id }) => id)
  const shown = async (id: string | undefined) => {
    const { body } = await call('GET', `/tasks/${id}`)
    return [body.status, body['queue_position'], typeof body['expected_start']]
  }
  await expect.poll(() => shown(last)).toEqual(['queued', 2, 'undefined'])
  expect(await shown(next)).toEqual(['queued', 1, 'undefined'])
  expect(await shown(running)).toEqual(['processing', undefined, 'undefined'])
  const listed = (await call('GET', '/tasks')).body.data.map((task) => [task.id, Reflect.get(task, 'queue_position')])
  expect(listed).toEqual([
    [last, 2],
    [next, 1],
    [running, undefined],
  ])
  await first.complete()
  await expect.poll(() => shown(last)).toEqual(['queued', 1, 'number'])
  const asked = Date.now() / 1000
  const { body } = await call('GET', `/tasks/${last}`)
  expect(Number(body['expected_start'])).toBeGreaterThan(asked - 5)
  expect(Number(body['expected_start'])).toBeLessThan(Date.now() / 1000 + 60)
})
