import { expect, it } from 'vitest'
import { createRateLimiter } from '../src/transport/rate-limiter.js'

/** Callers that all ask at once, in a process that wakes only every `lag` milliseconds. Answers when each went. */
function simulate(callers: number, requestsPerSecond: number, lag: number): number[] {
  let time = 0
  const turn = createRateLimiter({ now: () => time }, requestsPerSecond)
  const went: number[] = []
  let waiting = Array.from({ length: callers }, () => ({ due: 0, waited: false }))
  for (; waiting.length > 0; time += lag) {
    waiting = waiting.flatMap((caller) => {
      if (caller.due > time) return [caller]
      const wait = turn(caller.waited)
      if (wait > 0) return [{ due: time + wait, waited: true }]
      went.push(time)
      return []
    })
  }
  return went
}

function busiestSecond(times: number[]): number {
  return Math.max(
    ...times
      .map((start, index) => times.slice(index).findIndex((time) => time >= start + 1_000))
      .map((count, index) => (count < 0 ? times.length - index : count)),
  )
}

for (const lag of [1, 7, 50, 300, 1_500]) {
  it(`no second holds more than the rate when the process wakes every ${lag} ms`, () => {
    const went = simulate(1_000, 200, lag)
    expect(went).toHaveLength(1_000)
    expect(busiestSecond(went)).toBeLessThanOrEqual(201)
  })
}

it('the rate is used when the process keeps up', () => {
  const went = simulate(1_000, 200, 1)
  expect(went.at(-1)).toBeLessThan(5_300)
})

it('without a rate nobody waits', () => {
  expect(simulate(1_000, Infinity, 1).at(-1)).toBe(0)
})
