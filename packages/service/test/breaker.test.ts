import { expect, test } from 'vitest'
import { Breaker } from '../src/run/engine/breaker.js'
import { ManualClock } from './support/manual-clock.js'

const unavailable = { reason: 'unavailable' } as const

function openBreaker() {
  const clock = new ManualClock()
  const breaker = new Breaker({ clock, random: () => 0.5, onPause: () => undefined, onResume: () => undefined })
  return { clock, breaker }
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
