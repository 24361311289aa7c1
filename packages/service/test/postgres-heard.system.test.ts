import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { TaskWaits } from '../src/run/task-waits.js'
import { newKey } from './support/administer.js'
import { readEvents } from './support/event-stream.js'
import { ManualClock } from './support/manual-clock.js'
import { emptyTables, noPostgres } from './support/postgres.js'
import { image, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

/** Streams of a key at a process. */
const streamsPerKey = 100

const waitingForLocks = 'SELECT count(*)::int FROM pg_locks WHERE NOT granted'

describe.skipIf(noPostgres !== undefined)('what ends at one service on PostgreSQL', () => {
  test('is heard within a second by a caller who waits at another, which looks twice a second for what changed', async () => {
    const databaseUrl = await emptyTables()
    const key = await newKey(databaseUrl)
    const provider = Object.assign(new StubProvider(), { instant: false })
    const runner = await testService({ databaseUrl, key }, { provider })
    const { body: task } = await runner.submit(image)
    const job = await provider.job(0)
    const clock = new ManualClock()
    const idle = Object.assign(new StubProvider(), { concurrency: 0 })
    const other = await testService({ databaseUrl, key }, { provider: idle, clock })
    await expect.poll(async () => (await other.call('GET', `/tasks/${task.id}`)).body.status).toBe('processing')
    const waits = vi.spyOn(TaskWaits.prototype, 'wait')
    onTestFinished(() => void waits.mockRestore())
    const headers = { prefer: 'wait=30; seen=processing' }
    const heard: string[] = []
    const answers = [other, runner].map(async ({ call }, at) => {
      const answer = await call('GET', `/tasks/${task.id}`, { headers })
      heard.push(at === 0 ? 'there' : 'where it ended')
      return answer
    })
    await expect.poll(() => waits.mock.calls.length).toBe(2)
    await job.complete()
    await answers[1]
    // No time has passed at the other one, which has therefore not looked.
    expect(heard).toEqual(['where it ended'])
    clock.advance(500)
    const [there] = await Promise.all(answers)
    expect([there?.body.status, there?.headers.get('preference-applied')]).toEqual(['completed', 'wait=30'])
  })

  test('is an event within a second at another, and a reader goes on behind it at a third place', async () => {
    const databaseUrl = await emptyTables()
    const key = await newKey(databaseUrl)
    const provider = Object.assign(new StubProvider(), { instant: false })
    const runner = await testService({ databaseUrl, key }, { provider })
    const idle = Object.assign(new StubProvider(), { concurrency: 0 })
    const clock = new ManualClock()
    const other = await testService({ databaseUrl, key }, { provider: idle, clock })
    const events = await readEvents(other.service.baseUrl, key)
    await events.begin()
    const ids: string[] = []
    const end = async (): Promise<void> => {
      const { body } = await runner.submit(image)
      await (await provider.job(ids.length)).complete()
      ids.push(body.id)
    }
    await end()
    await runner.ended(ids[0] ?? '')
    clock.advance(500)
    const [first] = await events.take(1)
    await other.service.close()
    await events.rest()
    await end()
    await end()
    const elsewhere = await readEvents(runner.service.baseUrl, key, first?.id)
    const seen = [first, ...(await elsewhere.take(2))]
    expect(new Set(seen.map((event) => event?.data.data.id))).toEqual(new Set(ids))
    expect(seen.map((event) => Number.parseInt(event?.id ?? ''))).toEqual([1, 2, 3])
  })

  test('callers who have left while the store was asked hold no stream', async () => {
    const databaseUrl = await emptyTables()
    const key = await newKey(databaseUrl)
    const { service } = await testService({ databaseUrl, key })
    await (await readEvents(service.baseUrl, key)).begin()
    const client = new pg.Client(databaseUrl)
    await client.connect()
    await client.query('BEGIN; LOCK TABLE account IN ACCESS EXCLUSIVE MODE')
    const headers = { authorization: `Bearer ${key}` }
    const asked = Array.from({ length: streamsPerKey }, () => {
      const abort = new AbortController()
      const answer = fetch(`${service.baseUrl}/v2/model-center/events`, { headers, signal: abort.signal })
      return { abort, answer: answer.catch(() => undefined) }
    })
    await expect.poll(async () => (await client.query(waitingForLocks)).rows[0].count).toBeGreaterThan(0)
    for (const { abort } of asked) abort.abort()
    await Promise.all(asked.map(({ answer }) => answer))
    await client.query('COMMIT')
    await client.end()
    await expect.poll(async () => (await readEvents(service.baseUrl, key)).status).toBe(200)
  })
})
