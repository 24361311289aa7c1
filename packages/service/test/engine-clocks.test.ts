import { describe, expect, test } from 'vitest'
import type { Clock } from '../src/base/clock.js'
import type { ManualClock } from './support/manual-clock.js'
import { ended, unknownOutcomeDeadline, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

describe('a process whose clock is a day ahead of the store’s', () => {
  const ahead = (clock: ManualClock): Clock => ({
    now: () => clock.now() + 86_400_000,
    elapsed: () => clock.elapsed() + 7,
    delay: (time, signal) => clock.delay(time, signal),
  })

  test('ends no task of unknown outcome early that it takes over', async () => {
    const provider = new StubUpstream()
    const { accept, engine, when, stores, clock, pass } = await world({ provider })
    const task = await accept()
    const owner = await stores.queue.join()
    await stores.queue.claim(owner, { queue: 'default', room: 1, concurrency: undefined })
    const start = clock.now()
    await stores.runs.noteSent({ id: task.id, owner })
    await engine({ clock: ahead(clock) }).start()
    await pass(unknownOutcomeDeadline / 2)
    expect((await stores.tasks.read(task.id))?.status).toBe('processing')
    await when(task.id, ended)
    expect(clock.now() - start).toBeGreaterThanOrEqual(unknownOutcomeDeadline)
    expect(provider.submitted).toEqual([])
  })

  test('polls what it takes over until the deadline, counted from when the upstream was asked', async () => {
    const provider = new StubUpstream()
    const pollDeadline = 120_000
    const { accept, engine, when, stores, clock, pass } = await world({ provider, pollDeadline })
    const polled: number[] = []
    const poll = provider.poll.bind(provider)
    provider.poll = (references) => {
      polled.push(clock.now())
      return poll(references)
    }
    const start = clock.now()
    const task = await accept()
    const first = engine()
    await first.start()
    await when(task.id, ({ submission }) => submission.state === 'accepted')
    await pass(pollDeadline / 2)
    await first.close(0)
    await engine({ clock: ahead(clock) }).start()
    await pass(pollDeadline / 4)
    expect((await stores.tasks.read(task.id))?.status).toBe('processing')
    expect((await when(task.id, ended)).error).toMatch(/did not end the task before the polling deadline/)
    expect(clock.now() - start).toBeGreaterThanOrEqual(pollDeadline)
    // Its end comes later than its last poll: a file that was stored is looked for in between.
    expect((polled.at(-1) ?? 0) - start).toBeLessThan(pollDeadline + 10_000)
  })
})

test('polls that say nothing end a task five minutes after the deadline by when they were sent, however slowly one is answered', async () => {
  const provider = new StubUpstream()
  const { accept, engine, when, clock } = await world({ provider, pollDeadline: 1000 })
  const [asked, heard]: [number[], number[]] = [[], []]
  provider.poll = async (references) => {
    asked.push(clock.elapsed())
    if (heard.length > 0 && clock.elapsed() - heard[0]! > 150_000) await clock.delay(600_000)
    heard.push(clock.elapsed())
    return new Map(references.map((reference) => [reference, { state: 'fault', error: 'answered 500' }]))
  }
  const task = await accept()
  await engine().start()
  expect((await when(task.id, ended)).error).toMatch(/did not end the task before the polling deadline/)
  expect(asked.at(-1)! - heard[0]!).toBeGreaterThanOrEqual(300_000)
})
