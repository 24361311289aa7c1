import { expect, test } from 'vitest'
import { setWithin } from '../src/base/set-within.js'

test('a map of what can be looked up again never has more than ten thousand entries, and always the latest', () => {
  const map = new Map<number, string>()
  for (let key = 1; key <= 10_000; key += 1) setWithin(map, key, 'first')
  expect(map.size).toBe(10_000)
  setWithin(map, 10_001, 'second')
  expect([...map]).toEqual([[10_001, 'second']])
})
