import { expect, test } from 'vitest'
import type { RunTimes } from '../src/run/engine/run-times.js'
import { ended, world } from './support/scheduler.js'
import { StubProvider } from './support/stub-provider.js'
import { StubUpstream } from './support/stub-upstream.js'

/** Tells what is told of times, in milliseconds. */
function noted(): { times: RunTimes; told: [what: string, queue: string, took: number][]; claims: number[] } {
  const [told, claims]: [[string, string, number][], number[]] = [[], []]
  const times: RunTimes = {
    claimed: (took) => void claims.push(took),
    started: (queue, took) => void told.push(['started', queue, took]),
    completed: (queue, took) => void told.push(['completed', queue, took]),
  }
  return { times, told, claims }
}

test('of a task that is rendered here, it is told how long it waited and when it was done, both since its submit', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { accept, engine, pass, when, clock } = await world({ provider })
  const { times, told, claims } = noted()
  const [done, failed] = [await accept({ created: clock.now() }), await accept({ created: clock.now() })]
  await pass(3000)
  const running = engine({ times })
  await running.start()
  const jobs = [await provider.job(0), await provider.job(1)]
  await pass(4000)
  for (const { task, complete, fail } of jobs)
    if (task.id === done.id) await complete()
    else fail('no')
  for (const { id } of [done, failed]) await when(id, ended)
  const took = told[2]?.[2] ?? 0
  expect(told).toEqual([
    ['started', 'default', 3000],
    ['started', 'default', 3000],
    ['completed', 'default', took],
  ])
  // Its file is stored while the clock goes on.
  expect([took >= 7000, took <= clock.now() - done.created]).toEqual([true, true])
  expect(claims.length).toBeGreaterThan(0)
  const { running: _, ...health } = running.health()[0]!
  expect(health, 'there is no upstream').toEqual({
    ...{ queue: 'default', paused: undefined, pausedModels: [], pollLateness: 0, limits: [] },
  })
})

test('of a task that an upstream makes, it is told when that took it and when its file was here, both since its submit, and how long claims take', async () => {
  const provider = new StubUpstream()
  const { accept, engine, pass, when, clock, stores } = await world({ provider })
  const { times, told, claims } = noted()
  const [done, failed] = [await accept({ created: clock.now() }), await accept({ created: clock.now() })]
  await pass(3000)
  const queue = new Proxy(stores.queue, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name !== 'claim') return typeof value === 'function' ? value.bind(target) : value
      return (...given: Parameters<typeof target.claim>) => (clock.advance(40), target.claim(...given))
    },
  })
  const running = engine({ times, queue })
  await running.start()
  for (const { id } of [done, failed]) await when(id, ({ submission }) => submission.state === 'accepted')
  await running.close(0)
  const [one] = told
  expect(told.map(([what]) => what)).toEqual(['started', 'started'])
  expect([one![2] >= 3000, one![2] < 4000]).toEqual([true, true])
  expect(new Set(claims)).toEqual(new Set([40]))
  const { poll } = provider
  provider.poll = async (references) => {
    await poll.call(provider, references)
    return new Map(
      references.map((reference) => [
        reference,
        reference === `ref-${done.id}` ? { state: 'completed' } : { state: 'failed', error: 'no' },
      ]),
    )
  }
  const before = clock.now()
  await engine({ times }).start()
  for (const { id } of [done, failed]) await when(id, ended)
  expect(told.slice(2)).toEqual([['completed', 'default', expect.any(Number)]])
  const took = told[2]![2]
  expect([took >= before + 5000 - done.created, took <= clock.now() - done.created]).toEqual([true, true])
})
