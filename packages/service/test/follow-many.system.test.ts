import { setMaxListeners } from 'node:events'
import { expect, test } from 'vitest'
import { Follower } from '../src/run/engine/follower.js'
import { Pace } from '../src/run/engine/pace.js'
import { silentLog } from '../src/base/log.js'
import type { Snapshot } from '../src/domain/provider/provider.js'
import { ManualClock } from './support/manual-clock.js'

const running: Snapshot = { state: 'running', status: 'processing' }
const turn = () => new Promise((resolve) => setImmediate(resolve))

test.each([1, 100])(
  '10,000 running tasks are polled every 5 s, none early and none more than half a second late, %i in a request',
  async (pollBatch) => {
    const clock = new ManualClock()
    const polled = new Map<string, number[]>()
    const follower = new Follower({
      queue: 'default',
      provider: {
        pollBatch,
        poll: (references) => {
          for (const reference of references) polled.set(reference, [...(polled.get(reference) ?? []), clock.now()])
          return Promise.resolve(new Map(references.map((reference) => [reference, running])))
        },
      },
      runs: { noteProgress: () => Promise.resolve() },
      clock,
      random: () => 0.5,
      log: silentLog,
      pace: new Pace(clock, 1e6),
      pollDeadline: 3_600_000,
    })
    const stop = new AbortController()
    setMaxListeners(0, stop.signal)
    const count = 10_000
    const all = Array.from({ length: count }, (_, index) =>
      follower.follow(
        { id: `task_${index}`, owner: 'one' },
        { reference: `ref-${index}`, sent: clock.elapsed(), first: (5000 * index) / count, cancelling: false },
        stop.signal,
      ),
    )
    const start = clock.now()
    while (clock.now() < start + 11_000) {
      clock.advance(50)
      for (let turns = 0; turns < 12; turns += 1) await turn()
    }
    stop.abort()
    follower.close()
    await Promise.all(all)
    expect(polled.size).toBe(count)
    const gaps = [...polled.values()].flatMap((times) =>
      times.slice(1).map((time, index) => time - (times[index] ?? 0)),
    )
    expect(gaps.length).toBeGreaterThan(count - 1)
    expect(gaps.reduce((least, gap) => Math.min(least, gap))).toBeGreaterThanOrEqual(5000)
    expect(gaps.reduce((most, gap) => Math.max(most, gap))).toBeLessThanOrEqual(5500)
    expect(follower.lateness).toBeLessThanOrEqual(500)
  },
)
