import { describe, expect, it } from 'vitest'
import { backoff, maxRetryAfter, queryVerdict, readRetryAfter } from '../../src/policy/index.js'

const now = Date.parse('2026-01-01T00:00:00Z')
const read = (value: string, date?: string): unknown =>
  readRetryAfter(new Headers({ 'retry-after': value, ...(date && { date }) }), now)

describe('Retry-After', () => {
  for (const [value, milliseconds] of [
    ['0', 0],
    ['7', 7_000],
    [' 300 ', 300_000],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9_000],
    ['Thursday, 01-Jan-26 00:00:09 GMT', 9_000],
    ['Thu Jan  1 00:00:09 2026', 9_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ] as const)
    it(`${value} asks for ${milliseconds} ms`, () =>
      expect(read(value)).toEqual({ asked: milliseconds, delay: milliseconds }))

  it('as a date counts from the Date of the same answer', () =>
    expect(read('Mon, 01 Jan 2001 00:00:40 GMT', 'Mon, 01 Jan 2001 00:00:00 GMT')).toEqual({
      asked: 40_000,
      delay: 40_000,
    }))

  it('whose Date cannot be read counts from now', () =>
    expect(read('Thu, 01 Jan 2026 00:00:09 GMT', 'yesterday')).toEqual({ asked: 9_000, delay: 9_000 }))

  for (const value of [
    '-5',
    '1.5',
    '1e3',
    '0x10',
    '',
    'soon',
    '5 s',
    '2026-01-01T00:00:09Z',
    'Jan 1 2027',
    'Thu, 99 Foo 2026 00:00:09 GMT',
    'x Thu, 01 Jan 2026 00:00:09 GMT',
    'Thu, 01 Jan 2026 00:00:09 GMT x',
    'Thu, 01 Jan 2026 00:00:09 GMT (x)',
    'Thu Jan  1 00:00:09 2026 (x)',
    'Thu, 01 Jan 2026 00:00:09 PST',
  ])
    it(`"${value}" is neither digits nor an HTTP date`, () => expect(read(value)).toBeUndefined())

  it('that is absent asks for nothing', () => expect(readRetryAfter(new Headers())).toBeUndefined())

  it('of a year is capped, and says what was asked', () =>
    expect(read('31536000')).toEqual({ asked: 31_536_000_000, delay: maxRetryAfter }))

  it('of more digits than a number holds is still a number', () =>
    expect(read('9'.repeat(400))).toEqual({ asked: Number.MAX_SAFE_INTEGER, delay: 300_000 }))
})

it('backoff doubles from half a second up to its limit', () => {
  expect([0, 1, 2, 3].map((attempt) => backoff(attempt))).toEqual([500, 1_000, 2_000, 4_000])
  expect(backoff(9, 700)).toBe(700)
})

describe('an answer to a query', () => {
  for (const [verdict, ...all] of [
    ['answered', 200, 202, 299],
    ['missing', 404],
    ['transient', 0, 199, 300, 302, 303, 307, 399, 408, 425, 429, 499, 500, 503, 599],
    ['final', 301, 308, 400, 401, 402, 403, 405, 410, 428, 498],
  ] as const)
    for (const status of all) it(`${status} is ${verdict}`, () => expect(queryVerdict(status)).toBe(verdict))
})
