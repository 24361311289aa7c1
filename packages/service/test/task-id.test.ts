import { expect, test } from 'vitest'
import { taskIds } from '../src/domain/task/id.js'

test('ids sort in the order in which they were made, also when the clock stands still or is set back', () => {
  const times = [1000, 1000, 1000, 999, 2000, 1500, 2_000_000_000_000]
  let index = 0
  const newId = taskIds(() => times[index++] ?? 3_000_000_000_000)
  const ids = Array.from({ length: 5000 }, newId)
  expect([...ids].sort()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
})

test('ids of two makers at the same time differ', () => {
  const made = Array.from({ length: 1000 }, () => taskIds(() => 1000)())
  expect(new Set(made).size).toBe(1000)
  expect(made[0]).toMatch(/^task_[0-9a-hjkmnp-tv-z]{26}$/)
})

test('what is random in an id is used once', () => {
  let time = 1000
  const newId = taskIds(() => (time += 1))
  expect(new Set(Array.from({ length: 2000 }, () => newId().slice(15))).size).toBe(2000)
})
