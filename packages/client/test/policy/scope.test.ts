import { describe, expect, it } from 'vitest'
import { Scope, Stopped } from '../../src/policy/index.js'
import { createTestClock, type TestClock } from '../../src/testing/index.js'

const never = (): Promise<never> => new Promise(() => undefined)
const turn = (): Promise<void> => new Promise(setImmediate)

/** What a promise came to so far. */
function watch(promise: Promise<unknown>): { readonly value: unknown } {
  const seen: { value: unknown } = { value: 'pending' }
  promise.then(
    (value) => (seen.value = value),
    (error: unknown) => (seen.value = error instanceof Stopped ? error.why : error),
  )
  return seen
}

function scope(timeout?: number, signal?: AbortSignal): { clock: TestClock; scope: Scope } {
  const clock = createTestClock()
  return { clock, scope: new Scope(timeout, signal, clock) }
}

describe('a scope', () => {
  it('passes on what settles in time, and leaves no timer', async () => {
    const { clock, scope: call } = scope(100)
    expect(await call.run(async () => 7)).toBe(7)
    await expect(call.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(
      call.run(() => {
        throw new Error('at once')
      }),
    ).rejects.toThrow('at once')
    expect(clock.timers).toEqual([])
  })

  it('ends at its deadline, also where work ignores it', async () => {
    const { clock, scope: call } = scope(100)
    const seen = watch(call.run(never))
    clock.advance(99)
    await turn()
    expect(seen.value).toBe('pending')
    expect(call.stopped).toBeUndefined()
    expect(call.remaining).toBe(1)
    clock.advance(1)
    await turn()
    expect(seen.value).toBe('deadline')
    expect(call.stopped?.why).toBe('deadline')
    clock.advance(5)
    expect(call.remaining).toBe(0)
  })

  it('ends in the turn its signal fires, with the reason as cause, and passes the end on', async () => {
    const controller = new AbortController()
    const { clock, scope: call } = scope(100, controller.signal)
    let inner: AbortSignal | undefined
    const promise = call.run((signal) => ((inner = signal), never()))
    const seen = watch(promise)
    controller.abort('enough')
    await turn()
    expect(seen.value).toBe('aborted')
    await expect(promise).rejects.toMatchObject({ why: 'aborted', cause: 'enough', message: 'the call was aborted' })
    expect(inner?.aborted).toBe(true)
    expect(call.stopped).toMatchObject({ why: 'aborted', cause: 'enough' })
    expect(clock.timers).toEqual([])
  })

  it('starts nothing once it has ended', async () => {
    let started = 0
    const work = async (): Promise<number> => ++started
    await expect(scope(0).scope.run(work)).rejects.toMatchObject({ why: 'deadline' })
    await expect(scope(9, AbortSignal.abort('x')).scope.run(work)).rejects.toMatchObject({ why: 'aborted', cause: 'x' })
    await expect(scope(9).scope.run(work, 0)).rejects.toMatchObject({ why: 'limit' })
    expect(started).toBe(0)
  })

  it('has limits within it', async () => {
    const { clock, scope: call } = scope(100)
    const seen = watch(call.run(never, 40))
    clock.advance(39)
    await turn()
    expect(seen.value).toBe('pending')
    clock.advance(1)
    await turn()
    expect(seen.value).toBe('limit')
    await expect(call.run(never, 0)).rejects.toThrow('nothing within 0 ms')
    const late = watch(call.run(never, 1_000))
    clock.advance(60)
    await turn()
    expect(late.value).toBe('deadline')
  })

  it('without a deadline needs no timer, and one further off than a timer holds does not end early', async () => {
    const open = scope()
    void open.scope.run(never)
    expect(open.clock.timers).toEqual([])
    expect(open.scope.remaining).toBe(Infinity)
    const month = 31 * 86_400_000
    const { clock, scope: call } = scope(month)
    const seen = watch(call.run(never))
    expect(clock.timers).toEqual([2e9])
    clock.advance(2e9)
    await turn()
    expect(seen.value).toBe('pending')
    clock.advance(month - 2e9)
    await turn()
    expect(seen.value).toBe('deadline')
  })
})

describe('a sleep', () => {
  it('takes its time, and not longer than the scope', async () => {
    const { clock, scope: call } = scope(100)
    const short = watch(call.sleep(40))
    const long = watch(call.sleep(400))
    await turn()
    expect(clock.timers).toEqual([40, 100])
    clock.advance(40)
    await turn()
    expect([short.value, long.value]).toEqual([undefined, 'pending'])
    clock.advance(60)
    await turn()
    expect(long.value).toBeUndefined()
    await call.sleep(5)
  })

  it('of nothing does not wait, not even in a scope that was aborted', async () => {
    const { scope: call } = scope(100, AbortSignal.abort())
    for (const milliseconds of [0, -1, NaN]) await call.sleep(milliseconds)
    await expect(call.sleep(1)).rejects.toMatchObject({ why: 'aborted' })
  })
})

it('a thousand runs on one signal add one listener to it', () => {
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  signal.addEventListener = (...all: Parameters<typeof add>) => {
    listeners++
    add(...all)
  }
  const { scope: call } = scope(100, signal)
  for (let count = 0; count < 1_000; count++) void call.run(never).catch(() => undefined)
  expect(listeners).toBe(1)
})
