import { expect, test } from 'vitest'
import { Pace } from '../src/run/engine/pace.js'
import { ManualClock } from './support/manual-clock.js'

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** When so many requests that ask at once are sent, in milliseconds from now. */
async function times(clock: ManualClock, pace: Pace, count: number, until: number): Promise<number[]> {
  const [begun, sent]: [number, number[]] = [clock.elapsed(), []]
  for (let index = 0; index < count; index += 1)
    void pace.acquire('poll').then(() => sent.push(clock.elapsed() - begun))
  await settled()
  for (let passed = 0; passed < until; passed += 10) {
    clock.advance(10)
    await settled()
  }
  return sent
}

test('requests are spaced out evenly, and none is sent in advance for a time in which there were none', async () => {
  const clock = new ManualClock()
  const pace = new Pace(clock, 10)
  expect(await times(clock, pace, 4, 1000)).toEqual([0, 100, 200, 300])
  expect(await times(clock, pace, 3, 1000)).toEqual([0, 100, 200])
})

test('requests that follow each other within a millisecond wait for no timer', async () => {
  const clock = new ManualClock()
  const pace = new Pace(clock, 10_000)
  expect(await times(clock, pace, 10, 0)).toEqual(Array.from({ length: 10 }, () => 0))
})

test('a new rate counts from the next request on, however long those before have to wait', async () => {
  const clock = new ManualClock()
  const pace = new Pace(clock, 1)
  void pace.acquire('poll')
  pace.change(20)
  expect(await times(clock, pace, 3, 500)).toEqual([50, 100, 150])
})

test('while the upstream takes none of a kind, its requests wait; an abort ends the wait', async () => {
  const clock = new ManualClock()
  const waits = [30, 20.5]
  const kinds: string[] = []
  const limits = {
    room: () => Infinity,
    told: [],
    take: (requests: string) => {
      kinds.push(requests)
      return waits.shift() ?? 0
    },
  }
  const pace = new Pace(clock, 1e6, limits)
  expect(await times(clock, pace, 1, 100)).toEqual([60])
  expect(kinds).toEqual(['poll', 'poll', 'poll'])
  waits.push(1e9, 1e9)
  const abort = new AbortController()
  const acquired = pace.acquire('submit', abort.signal)
  await settled()
  abort.abort()
  await acquired
  expect(kinds.slice(3)).toEqual(['submit', 'submit'])
})
