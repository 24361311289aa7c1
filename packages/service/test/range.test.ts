import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRange } from '../src/keep/results/range.js'

test('a range that is answered always lies inside the file', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 30 }).map((text) => `bytes=${text}`),
      fc.integer({ min: 0, max: 50 }),
      (header, size) => {
        const range = parseRange(header, size)
        if (range === undefined || range === 'unsatisfiable') return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.end).toBeGreaterThanOrEqual(range.start)
        expect(range.end).toBeLessThan(size)
      },
    ),
  )
})

test('every range of digits is answered as RFC 9110 says', () => {
  fc.assert(
    fc.property(fc.nat(30), fc.nat(30), fc.integer({ min: 1, max: 20 }), (first, last, size) => {
      const expected =
        last < first ? undefined : first >= size ? 'unsatisfiable' : { start: first, end: Math.min(last, size - 1) }
      expect(parseRange(`bytes=${first}-${last}`, size)).toEqual(expected)
      expect(parseRange(`bytes=-${last}`, size)).toEqual(
        last === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 },
      )
    }),
  )
})
