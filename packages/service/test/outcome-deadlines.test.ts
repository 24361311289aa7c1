import { expect, test } from 'vitest'
import { OutcomeDeadlines } from '../src/run/engine/outcome-deadlines.js'

const known = (id: string, sinceAsked: number) => ({ id, sinceAsked })
const unknown = (id: string) => ({ id, sinceAsked: 0, isAgeUnknown: true })

test('the deadline of a task counts from when its upstream was asked', () => {
  const deadlines = new OutcomeDeadlines(60_000)
  expect([0, 50_000, 60_000, 70_000].map((since) => deadlines.left(known('one', since), 7))).toEqual([
    60_000, 10_000, 0, -10_000,
  ])
})

test('the deadline of a task of which it is not known when that was counts from when this was seen first, for each task', () => {
  const deadlines = new OutcomeDeadlines(60_000)
  expect(deadlines.left(unknown('one'), 1000)).toBe(60_000)
  expect(deadlines.left(unknown('two'), 31_000)).toBe(60_000)
  expect([deadlines.left(unknown('one'), 41_000), deadlines.left(unknown('two'), 41_000)]).toEqual([20_000, 50_000])
  expect(deadlines.left(unknown('one'), 61_000)).toBe(0)
  expect(deadlines.left(unknown('one'), 62_000), 'it is over, and forgotten').toBe(60_000)
})
