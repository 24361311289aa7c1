import { expect, test } from 'vitest'
import type { PauseReason } from '../src/domain/provider/provider.js'
import { Refusals } from '../src/run/engine/refusals.js'

const anHour = 3_600_000

interface How {
  account: string
  model: string
  works: boolean
  reason: PauseReason
  retryAfter: number
}

function openRefusals() {
  const causes: string[] = []
  const refusals = new Refusals({ random: () => 0.5, onCause: ({ id }) => causes.push(id) })
  let now = 0
  const refused = (
    id: string,
    { account = 'ann', model = 'beta', works = true, reason = 'forbidden', retryAfter = NaN }: Partial<How> = {},
  ) => {
    now += 1
    const pause = Number.isNaN(retryAfter) ? { reason } : { reason, retryAfter }
    return refusals.refused({ id, account, model }, pause, works, now)
  }
  /** The upstream takes another task. */
  const taken = (id = 'other'): void => {
    now += 1
    refusals.taken(id, now)
  }
  return { refusals, refused, taken, causes, pass: (milliseconds: number) => (now += milliseconds) }
}

test('the first refusal is about the upstream; of a task that it rejects again after it took another, it is about the task', () => {
  const { refused, taken, causes } = openRefusals()
  expect(refused('bad')).toBeUndefined()
  expect(refused('bad'), 'it took nothing in between').toBeUndefined()
  taken()
  expect(refused('bad')).toEqual({ delay: 120_000, times: 3, final: false })
  expect(causes).toEqual(['bad'])
})

test('a task waits for 30 s, and for five minutes in the end; the fifth proof ends it where its content is not allowed', () => {
  const { refused, taken } = openRefusals()
  refused('bad')
  const seen = Array.from({ length: 5 }, () => {
    taken()
    return refused('bad')
  })
  expect(seen).toEqual([
    { delay: 60_000, times: 2, final: false },
    { delay: 120_000, times: 3, final: false },
    { delay: 240_000, times: 4, final: false },
    { delay: 300_000, times: 5, final: true },
    { delay: 300_000, times: 6, final: true },
  ])
})

test('a task for which the balance of the upstream is too low waits, and never ends for it', () => {
  const { refused, taken } = openRefusals()
  for (let times = 0; times < 12; times += 1) {
    expect(refused('dear', { reason: 'payment' })?.final ?? false).toBe(false)
    taken()
  }
})

test('refusals between which the upstream took nothing end no task', () => {
  const { refused, taken } = openRefusals()
  refused('bad')
  taken()
  for (let times = 0; times < 12; times += 1) expect(refused('bad')?.final).toBe(false)
})

test('for an hour all that is rejected of an account with a cause is about its tasks, and of no other account', () => {
  const { refused, taken, causes, pass } = openRefusals()
  refused('bad')
  taken()
  refused('bad')
  expect(refused('worse')).toEqual({ delay: 30_000, times: 1, final: false })
  expect(refused('good', { account: 'bob' })).toBeUndefined()
  pass(anHour - 10)
  expect(refused('late')).toBeDefined()
  pass(10)
  expect(refused('later')).toBeUndefined()
  taken()
  expect(refused('later'), 'it is told of once an hour').toBeDefined()
  expect(causes).toEqual(['bad', 'later'])
})

test('another cause within the hour is not told again', () => {
  const { refused, taken, causes } = openRefusals()
  refused('bad')
  refused('worse')
  taken()
  refused('bad')
  refused('worse')
  expect(causes).toEqual(['bad'])
})

test('what a paused upstream rejects is about the upstream', () => {
  const { refused, taken, causes } = openRefusals()
  refused('bad')
  taken()
  expect(refused('bad', { works: false })).toBeUndefined()
  expect(causes).toEqual([])
})

test('what is about the key, or asks to come later, is never about a task', () => {
  const { refused, taken } = openRefusals()
  for (const how of [{ reason: 'credentials' }, { reason: 'unavailable' }, { retryAfter: 0 }] satisfies Partial<How>[])
    for (let times = 0; times < 3; times += 1) {
      expect(refused('bad', how)).toBeUndefined()
      taken()
    }
})

test('another model that is to make a task counts anew, and a task that was taken too', () => {
  const { refused, taken } = openRefusals()
  refused('bad')
  taken()
  expect(refused('bad', { model: 'alpha', account: 'bob' })).toBeUndefined()
  taken('bad')
  expect(refused('bad', { model: 'alpha', account: 'bob' })).toBeUndefined()
  taken()
  expect(refused('bad', { model: 'alpha', account: 'bob' })).toMatchObject({ times: 2 })
})

test('accounts with a refusal come last, in that order, until the upstream takes a task', () => {
  const { refusals, refused, taken } = openRefusals()
  refused('one', { account: 'ann' })
  refused('two', { account: 'bob' })
  refused('three', { account: 'ann' })
  expect(refusals.last).toEqual(['bob', 'ann'])
  taken()
  expect(refusals.last).toEqual([])
})

test('ten thousand tasks are remembered, of which the one that was rejected longest ago is forgotten first', () => {
  const { refused, taken } = openRefusals()
  refused('first', { account: 'zoe' })
  refused('second', { account: 'yan' })
  refused('first', { account: 'zoe' })
  for (let count = 0; count < 9999; count += 1) refused(`task ${count}`, { account: `account ${count}` })
  taken()
  expect(refused('second', { account: 'yan' }), 'it counts as not rejected yet').toBeUndefined()
  expect(refused('task 9998', { account: 'account 9998' })).toBeDefined()
})

test('a task that was taken in the millisecond of a refusal says nothing of it: it may have been before', () => {
  const { refusals } = openRefusals()
  const bad = { id: 'bad', account: 'ann', model: 'beta' }
  const refused = (now: number) => refusals.refused(bad, { reason: 'forbidden' }, true, now)
  refusals.taken('other', 5)
  expect([refused(5), refused(6)]).toEqual([undefined, undefined])
  refusals.taken('other', 7)
  expect(refused(8)).toBeDefined()
})
