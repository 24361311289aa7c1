import { expect, test } from 'vitest'
import { mayBuyAgain } from '../src/run/engine/kept-keys.js'

const [hour, at] = [3_600_000, Date.UTC(2026, 0, 2)]
const keys = { time: 24 * hour, since: undefined, heard: true }
const asked = { submission: { state: 'sent', at }, sinceAsked: hour } as const

test('a repeat buys once while the upstream keeps its key, but for the last hour of a day', () => {
  expect(mayBuyAgain(asked, keys)).toBeUndefined()
  expect(mayBuyAgain({ ...asked, sinceAsked: 23 * hour - 1 }, keys)).toBeUndefined()
  expect(mayBuyAgain({ ...asked, sinceAsked: 23 * hour }, keys)).toBe('the upstream keeps idempotency keys for a day')
  expect(mayBuyAgain({ ...asked, sinceAsked: 2 * hour }, { ...keys, time: 1.5 * hour, heard: false })).toBe(
    'the upstream has not answered for 1.5 h, and may have forgotten its key',
  )
})

test('a repeat may buy again where the upstream was restored to a time at which it may not have had the key, or where that time is not known', () => {
  const lost = /^the upstream was restored, as of 2026-.*, and may have lost its key$/
  const minutes = (count: number) => ({ ...keys, since: at - count * 60_000 })
  expect(mayBuyAgain(asked, minutes(6)), 'clocks differ by five minutes at most').toBeUndefined()
  for (const count of [5, 0, -60]) expect(mayBuyAgain(asked, minutes(count))).toMatch(lost)
  expect(mayBuyAgain({ ...asked, submission: { state: 'sent' } }, minutes(600))).toMatch(lost)
})

test('a repeat may buy again where nothing shows how long ago the upstream was asked', () => {
  expect(mayBuyAgain({ ...asked, isAgeUnknown: true }, keys)).toMatch(/^the clock was set back since then/)
})
