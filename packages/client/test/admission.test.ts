import { describe, expect, it } from 'vitest'
import { Scope } from '../src/policy/index.js'
import { createTestClock } from '../src/testing/index.js'
import { createAdmission } from '../src/transport/admission.js'
import { createPacedAdmission } from '../src/transport/pace.js'

const turn = (): Promise<void> => new Promise(setImmediate)

/** Requests that all ask at once, in a process that wakes only every `lag` milliseconds. Answers when each went. */
async function simulate(count: number, requestsPerSecond: number, lag: number): Promise<number[]> {
  const clock = createTestClock()
  // A process that is busy sees its timers late.
  let awake = 0
  const late = { ...clock, now: () => awake, setTimeout: clock.setTimeout }
  const admission = createPacedAdmission(late, requestsPerSecond, Infinity)
  const scope = new Scope(Infinity, undefined, late)
  const went: number[] = []
  for (let index = 0; index < count; index++) void admission(scope).then(() => went.push(awake))
  await turn()
  while (went.length < count) {
    awake += lag
    clock.advance(lag)
    await turn()
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

describe('requestsPerSecond', () => {
  for (const lag of [1, 7, 50, 300, 1_500]) {
    it(`no second holds more when the process wakes every ${lag} ms`, async () => {
      const went = await simulate(1_000, 200, lag)
      expect(went).toHaveLength(1_000)
      expect(busiestSecond(went)).toBeLessThanOrEqual(201)
    })
  }

  it('is used when the process keeps up', async () => {
    expect((await simulate(1_000, 200, 1)).at(-1)).toBeLessThan(5_300)
  })

  it('leaves no timer behind once no call waits', async () => {
    const clock = createTestClock()
    const admission = createPacedAdmission(clock, 0.001)
    const controller = new AbortController()
    await admission(new Scope(Infinity, undefined, clock))
    const both = [1, 2].map(() => admission(new Scope(Infinity, controller.signal, clock)))
    expect(clock.timers).toHaveLength(1)
    controller.abort()
    for (const each of both) await expect(each).rejects.toMatchObject({ why: 'aborted' })
    expect(clock.timers).toEqual([])
  })

  it('that is not set lets no call wait', async () => {
    expect((await simulate(1_000, Infinity, 1)).at(-1)).toBe(0)
  })
})

describe('maxConcurrency', () => {
  it('is 64 where nothing is said', async () => {
    const admission = createAdmission()
    let admitted = 0
    for (let index = 0; index < 70; index++) void admission(new Scope()).then(() => admitted++)
    await turn()
    expect(admitted).toBe(64)
  })

  it('admits in the order of asking, one for each that has ended', async () => {
    const clock = createTestClock()
    const admission = createAdmission(2)
    const order: number[] = []
    const releases: (() => void)[] = []
    for (let index = 0; index < 5; index++)
      void admission(new Scope(Infinity, undefined, clock)).then((release) => {
        order.push(index)
        releases.push(release)
      })
    await turn()
    expect(order).toEqual([0, 1])
    releases[1]?.()
    await turn()
    expect(order).toEqual([0, 1, 2])
    releases[0]?.()
    releases[2]?.()
    await turn()
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  it('holds no place for one that gave up, by its signal or its deadline', async () => {
    const clock = createTestClock()
    const admission = createAdmission(1)
    const controller = new AbortController()
    const release = await admission(new Scope(Infinity, undefined, clock))
    const aborted = admission(new Scope(Infinity, controller.signal, clock))
    const late = admission(new Scope(100, undefined, clock))
    let admitted = false
    void admission(new Scope(Infinity, undefined, clock)).then(() => (admitted = true))
    controller.abort()
    await expect(aborted).rejects.toMatchObject({ why: 'aborted' })
    clock.advance(100)
    await expect(late).rejects.toMatchObject({ why: 'deadline' })
    expect(admitted).toBe(false)
    release()
    await turn()
    expect(admitted).toBe(true)
    expect(clock.timers).toEqual([])
  })

  it('gives no other call the place of a request that still runs when one that waits gives up', async () => {
    const admission = createAdmission(1)
    const controller = new AbortController()
    await admission(new Scope())
    const leaving = admission(new Scope(Infinity, controller.signal))
    controller.abort()
    await expect(leaving).rejects.toMatchObject({ why: 'aborted' })
    let admitted = false
    void admission(new Scope()).then(() => (admitted = true))
    await turn()
    expect(admitted).toBe(false)
  })

  it('passes a place on that was given to one which ended in the same moment', async () => {
    const clock = createTestClock()
    const admission = createAdmission(1)
    const controller = new AbortController()
    const release = await admission(new Scope())
    const both = admission(new Scope(Infinity, controller.signal, clock))
    const next = admission(new Scope())
    controller.abort()
    release()
    await expect(both).rejects.toMatchObject({ why: 'aborted' })
    await expect(next).resolves.toBeTypeOf('function')
  })
})
