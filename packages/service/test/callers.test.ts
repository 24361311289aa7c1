/** How long a caller is remembered, and how many requests it may make: on a clock in the test's hands. */
import { expect, test } from 'vitest'
import { CallerCache, type Caller } from '../src/admit/callers.js'
import { RateLimiter } from '../src/admit/rate-limiter.js'
import type { KeyStore } from '../src/keep/store/key-store.js'
import { ManualClock } from './support/manual-clock.js'

/** A cache before a store that counts how often a key is looked up, and answers once `release` is called where it is `slow`. */
function cache() {
  const clock = new ManualClock()
  const store = { lookups: 0, known: true, release: () => {}, slow: false }
  const findKey = async () => {
    store.lookups += 1
    const found = store.known
      ? ({ account: { id: 'poor' }, key: { id: 'key_1' } } as Awaited<ReturnType<KeyStore['findKey']>>)
      : undefined
    if (store.slow) await new Promise<void>((resolve) => (store.release = resolve))
    return found
  }
  return { callers: new CallerCache({ findKey } as unknown as KeyStore, clock), clock, store }
}

test('a caller is looked up once in a second, by its header or its key, and again after that', async () => {
  const { callers, clock, store } = cache()
  expect(callers.knownBy('Bearer key')).toBeNull()
  const caller = await callers.findBy('Bearer key')
  await callers.findBy('bearer  key')
  expect([store.lookups, callers.knownBy('Bearer key'), callers.known(caller.keyHash)]).toEqual([1, caller, caller])
  expect([callers.knownBy(undefined), callers.knownBy('Bearer other')]).toEqual([null, null])
  clock.advance(999)
  expect(callers.knownBy('Bearer key')).toEqual(caller)
  clock.advance(1)
  expect(callers.knownBy('Bearer key')).toBeNull()
  await callers.findBy('Bearer key')
  expect(store.lookups).toBe(2)
})

test('a change of keys or accounts is noticed at once, also by a lookup that began before it', async () => {
  const { callers, store } = cache()
  await callers.findBy('Bearer key')
  callers.forget()
  expect(callers.knownBy('Bearer key')).toBeNull()
  store.slow = true
  const found = callers.findBy('Bearer key')
  callers.forget()
  store.release()
  await found
  expect(callers.knownBy('Bearer key'), 'it may be out of date').toBeNull()
})

test('what a caller who is not let in has to send is said in the header WWW-Authenticate', async () => {
  const { callers, store } = cache()
  for (const header of [undefined, '', 'Basic key'])
    await expect(callers.findBy(header)).rejects.toMatchObject({
      ...{ kind: 'key-missing', extra: { headers: { 'www-authenticate': 'Bearer' } } },
    })
  store.known = false
  await expect(callers.findBy('Bearer key')).rejects.toMatchObject({
    ...{ kind: 'key-refused', extra: { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } } },
  })
})

const caller = (id: string, keyHash = 'hash'): Caller => ({ account: { id }, key: {}, keyHash }) as Caller

test('a key has the requests of a second at once, and then as many per second, and is told when the next one is due', async () => {
  const clock = new ManualClock()
  const limiter = new RateLimiter(2, clock)
  const count = (keyHash?: string) => {
    const { kind, extra } = limiter.count(caller('poor', keyHash)) ?? {}
    return kind && [kind, extra?.headers?.['retry-after']]
  }
  const tooMany = ['too-many-requests', '1']
  expect([count(), count(), count(), count('other')]).toEqual([undefined, undefined, tooMany, undefined])
  clock.advance(499)
  expect(count()).toEqual(tooMany)
  clock.advance(1)
  expect([count(), count()]).toEqual([undefined, tooMany])
  clock.advance(60_000)
  expect([count(), count(), count()], 'no more than a second is saved up').toEqual([undefined, undefined, tooMany])
})

test('a rate below one per second lets one request through at a time', async () => {
  const clock = new ManualClock()
  const limiter = new RateLimiter(0.1, clock)
  const retryAfter = () => limiter.count(caller('poor'))?.extra.headers?.['retry-after']
  expect([retryAfter(), retryAfter()]).toEqual([undefined, '10'])
  clock.advance(5000)
  expect(retryAfter()).toBe('5')
  clock.advance(5000)
  expect(retryAfter()).toBeUndefined()
})

test('without a setting each account but the local one may make twenty requests per second, and none is limited where that is off', () => {
  const accepted = (limiter: RateLimiter, account: string) =>
    Array.from({ length: 30 }, () => limiter.count(caller(account))).filter((problem) => problem === undefined).length
  expect(accepted(new RateLimiter(undefined, new ManualClock()), 'poor')).toBe(20)
  expect(accepted(new RateLimiter(undefined, new ManualClock()), 'local')).toBe(30)
  expect(accepted(new RateLimiter(2, new ManualClock()), 'local')).toBe(2)
  expect(accepted(new RateLimiter('off', new ManualClock()), 'poor')).toBe(30)
})
