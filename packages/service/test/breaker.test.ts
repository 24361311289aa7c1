import { expect, test } from 'vitest'
import { Breaker } from '../src/run/engine/breaker.js'
import { ManualClock } from './support/manual-clock.js'

const unavailable = { reason: 'unavailable' } as const

function openBreaker() {
  const clock = new ManualClock()
  const told: string[] = []
  const breaker = new Breaker({
    clock,
    random: () => 0.5,
    onPause: ({ reason, error, since }) => told.push(`${reason}: ${error}, for ${clock.now() - since} ms`),
    onResume: () => told.push('works'),
  })
  /** Milliseconds until it is asked again. */
  const left = () => (breaker.state?.until ?? 0) - clock.now()
  return { clock, breaker, told, left }
}

test('what fails on a repeat pauses the upstream for no longer than before', () => {
  const { clock, breaker } = openBreaker()
  const first = breaker.pause(unavailable, 'is down')
  for (let times = 0; times < 5; times += 1) {
    clock.advance(first)
    breaker.unknown(undefined, 'no answer', true)
    expect((breaker.state?.until ?? 0) - clock.now()).toBeLessThanOrEqual(first)
  }
})

test('what fails on new tasks pauses the upstream longer and longer', () => {
  const { clock, breaker } = openBreaker()
  const first = breaker.pause(unavailable, 'is down')
  clock.advance(first)
  breaker.unknown(undefined, 'no answer', false)
  expect((breaker.state?.until ?? 0) - clock.now()).toBeGreaterThan(first)
})

test('nothing is submitted to a paused upstream; then it is asked something harmless, and then tried with one task', () => {
  const { clock, breaker } = openBreaker()
  expect([breaker.paused, breaker.allowance(7), breaker.wantsProbe]).toEqual([false, Infinity, false])
  const first = breaker.pause(unavailable, 'is down')
  expect([breaker.paused, breaker.allowance(0), breaker.wantsProbe]).toEqual([true, 0, false])
  clock.advance(first - 1)
  expect(breaker.paused).toBe(true)
  clock.advance(1)
  expect([breaker.paused, breaker.allowance(0), breaker.wantsProbe], 'no task before that').toEqual([false, 0, true])
  breaker.probed()
  expect([breaker.allowance(0), breaker.allowance(1), breaker.allowance(2)]).toEqual([1, 0, 0])
  expect(breaker.wantsProbe, 'once').toBe(false)
  const again = breaker.pause(unavailable, 'is down')
  expect(breaker.allowance(0)).toBe(0)
  clock.advance(again)
  expect([breaker.allowance(0), breaker.wantsProbe], 'it is asked anew after each pause').toEqual([0, true])
})

test('an upstream that works again takes tasks as before, and its next pause is short', () => {
  const { clock, breaker, told, left } = openBreaker()
  breaker.succeed()
  expect(told, 'it was not paused').toEqual([])
  const first = breaker.pause(unavailable, 'is down')
  clock.advance(first)
  clock.advance(breaker.pause(unavailable, 'is down'))
  expect(told).toEqual(['unavailable: is down, for 0 ms'])
  breaker.probed()
  breaker.succeed()
  breaker.succeed()
  expect(told).toEqual(['unavailable: is down, for 0 ms', 'works'])
  expect([breaker.paused, breaker.allowance(9), breaker.state]).toEqual([false, Infinity, undefined])
  breaker.pause(unavailable, 'is down')
  expect(left()).toBe(first)
  expect([breaker.allowance(0), breaker.wantsProbe]).toEqual([0, false])
})

test('an upstream that stays paused for another reason is told of once more, with the time since it worked', () => {
  const { clock, breaker, told } = openBreaker()
  const first = breaker.pause(unavailable, 'is down')
  clock.advance(first)
  breaker.pause({ reason: 'credentials' }, 'answered 401')
  expect(told).toEqual(['unavailable: is down, for 0 ms', `credentials: answered 401, for ${first} ms`])
  expect(breaker.state).toMatchObject({ reason: 'credentials', error: 'answered 401', since: clock.now() - first })
})

/** So many pauses in a row, each as soon as the one before is over, in milliseconds. */
function pausesOf(reason: Parameters<Breaker['pause']>[0]['reason'], count: number): number[] {
  const { clock, breaker } = openBreaker()
  return Array.from({ length: count }, () => {
    const pause = breaker.pause({ reason }, 'no')
    clock.advance(pause)
    return pause
  })
}

test.each(['credentials', 'payment', 'forbidden', 'misconfigured', 'unknown-model'] as const)(
  'what a person has to fix is asked again after 30 s, and every five minutes in the end: %s',
  (reason) => {
    expect(pausesOf(reason, 6)).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000])
  },
)

test.each(['unavailable', 'unreachable', 'rate-limited', 'failing'] as const)(
  'what passes by itself is asked again after a second, and every minute in the end: %s',
  (reason) => {
    expect(pausesOf(reason, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  },
)

test('an upstream is left alone for as long as it asks, at most an hour', () => {
  const { clock, breaker } = openBreaker()
  expect(breaker.pause({ reason: 'rate-limited', retryAfter: 20_000 }, 'slow down')).toBe(20_000)
  expect(breaker.pause({ reason: 'rate-limited', retryAfter: 5000 }, 'slow down'), 'it stays as long').toBe(20_000)
  expect(breaker.pause({ reason: 'rate-limited', retryAfter: 90_000 }, 'slow down')).toBe(90_000)
  clock.advance(90_000)
  expect(breaker.pause(unavailable, 'is down'), 'answers to what was asked before are one cause').toBe(2000)
  clock.advance(2000)
  expect(breaker.pause({ reason: 'rate-limited', retryAfter: 86_400_000 }, 'slow down')).toBe(3_600_000)
})

test('three new tasks in a row of which nothing is known pause an upstream, repeated ones never', () => {
  const { breaker } = openBreaker()
  for (let times = 0; times < 5; times += 1) breaker.unknown(undefined, 'no answer', true)
  breaker.unknown(undefined, 'no answer', false)
  breaker.unknown(undefined, 'no answer', false)
  breaker.unknown(undefined, 'no answer', true)
  expect(breaker.paused).toBe(false)
  breaker.unknown(undefined, 'no answer', false)
  expect(breaker.state).toMatchObject({ reason: 'failing', error: 'no answer' })
})

test('a task that an upstream judged makes it begin to count anew', () => {
  const { breaker } = openBreaker()
  breaker.unknown(undefined, 'no answer', false)
  breaker.unknown(undefined, 'no answer', false)
  breaker.succeed()
  breaker.unknown(undefined, 'no answer', false)
  breaker.unknown(undefined, 'no answer', false)
  expect(breaker.paused).toBe(false)
})

test('an answer of which nothing is known, but that says why, pauses an upstream at once for that', () => {
  const { breaker } = openBreaker()
  breaker.unknown({ reason: 'payment' }, 'answered 402', true)
  expect(breaker.state).toMatchObject({ reason: 'payment', error: 'answered 402' })
})

test('new tasks and repeated ones are tried first in turn, pause after pause', () => {
  const { clock, breaker } = openBreaker()
  expect(breaker.newFirst).toBe(false)
  const turns = Array.from({ length: 4 }, () => {
    clock.advance(breaker.pause(unavailable, 'is down'))
    return breaker.newFirst
  })
  expect(turns).toEqual([true, false, true, false])
})

test('what only the key may not ask leaves a paused upstream to be tried, unless the key was why it was paused', () => {
  for (const reason of ['credentials', 'forbidden'] as const) {
    const problem = { pause: { reason }, error: 'answered 403' }
    const down = openBreaker()
    down.clock.advance(down.breaker.pause(unavailable, 'is down'))
    down.breaker.probed(problem)
    expect([down.breaker.paused, down.breaker.allowance(0)], reason).toEqual([false, 1])
    for (const known of ['credentials', 'forbidden'] as const) {
      const { breaker, clock, left } = openBreaker()
      clock.advance(breaker.pause({ reason: known }, 'answered 401'))
      breaker.probed(problem)
      expect([breaker.paused, breaker.allowance(0), left()], `${known}, ${reason}`).toEqual([true, 0, 60_000])
    }
  }
})

test('a harmless question that says why no task would be taken pauses the upstream anew', () => {
  const { clock, breaker } = openBreaker()
  clock.advance(breaker.pause(unavailable, 'is down'))
  breaker.probed({ pause: { reason: 'payment' }, error: 'no balance' })
  expect([breaker.paused, breaker.state]).toEqual([true, expect.objectContaining({ reason: 'payment' })])
})

test('a harmless question that fails without saying so leaves the upstream to be tried', () => {
  const { clock, breaker } = openBreaker()
  clock.advance(breaker.pause(unavailable, 'is down'))
  breaker.probed({ error: 'no answer' })
  expect(breaker.allowance(0)).toBe(1)
})

test('an operator holds everything back until the hold is taken away, with its words and the time since it began', () => {
  const { clock, breaker, told } = openBreaker()
  const begun = clock.now()
  breaker.hold('Ada: a new contract')
  clock.advance(5000)
  breaker.hold('Ada: a new contract, until Monday')
  expect(breaker.state).toEqual({
    reason: 'operator',
    error: 'Ada: a new contract, until Monday',
    since: begun,
    until: clock.now() + 60_000,
  })
  clock.advance(86_400_000)
  expect([breaker.paused, breaker.allowance(0), breaker.wantsProbe]).toEqual([true, 0, false])
  breaker.hold(undefined)
  expect([breaker.paused, breaker.allowance(3), breaker.state, told]).toEqual([false, Infinity, undefined, []])
  breaker.hold('again')
  expect(breaker.state?.since).toBe(clock.now())
})

test('a hold covers a pause, which goes on below it', () => {
  const { clock, breaker, left } = openBreaker()
  const first = breaker.pause(unavailable, 'is down')
  breaker.hold('Ada: maintenance')
  expect(breaker.state?.reason).toBe('operator')
  clock.advance(first)
  expect(breaker.wantsProbe, 'nothing is asked of it').toBe(false)
  breaker.hold(undefined)
  expect([breaker.state?.reason, left(), breaker.wantsProbe]).toEqual(['unavailable', 0, true])
})

test('an answer of before a hold pauses the upstream below it, for its own time', () => {
  const { clock, breaker, left } = openBreaker()
  breaker.hold('Ada: maintenance')
  const time = breaker.pause(unavailable, 'is down')
  expect(time).toBeGreaterThan(0)
  breaker.hold(undefined)
  expect([breaker.state?.reason, left(), breaker.allowance(0)]).toEqual(['unavailable', time, 0])
  clock.advance(time)
  breaker.probed()
  expect(breaker.allowance(0)).toBe(1)
})

test('times are those of the clock as it is set now', () => {
  const { clock, breaker, left } = openBreaker()
  const first = breaker.pause(unavailable, 'is down')
  clock.set(-86_400_000)
  expect([breaker.state?.since, left()]).toEqual([clock.now(), first])
})

test('a harmless question that a working upstream does not allow its key pauses nothing', () => {
  const { breaker } = openBreaker()
  breaker.probed({ pause: { reason: 'forbidden' }, error: 'answered 403' })
  expect([breaker.paused, breaker.allowance(3)]).toEqual([false, Infinity])
})
