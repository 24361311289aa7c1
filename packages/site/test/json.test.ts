import { expect, test } from 'vitest'
import { inexactNumber } from '../browser/json/inexact-number.js'
import { jsonFault } from '../browser/json/fault.js'
import { placeOf } from '../browser/json/place.js'

const accepts = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.each([
  ['{"a": 1,\n  "b": }', 2, 8, 'value', '}'],
  ['{"a" 1}', 1, 6, 'colon', '1}'],
  ['[1,\n2,\n]', 3, 1, 'value', ']'],
  ['{\n  a: 1\n}', 2, 3, 'name', 'a: 1'],
  ['{"纸🚣": 1 "b": 2}', 1, 10, ',}', '"b": 2}'],
  ['[1, 2', 1, 6, ',]', ''],
  ['{}\n{}', 2, 1, 'end', '{}'],
  ['"open\n"', 1, 1, 'value', '"open'],
  ['[01]', 1, 3, ',]', '1]'],
  ["['a']", 1, 2, 'value', "'a']"],
])('%j stops being JSON on line %i, column %i: expected %s, got %j', (text, line, column, expected, got) => {
  const fault = jsonFault(text)
  expect(fault && { ...placeOf(text, fault.at), expected: fault.expected, got: fault.got }).toEqual({
    line,
    column,
    expected,
    got,
  })
})

test('a text that is nested a hundred thousand deep has a place, too', () => {
  const deep = '['.repeat(100_000)
  expect(jsonFault(deep)).toEqual({ at: 100_000, expected: 'value', got: '' })
  expect(jsonFault(deep + ']'.repeat(100_000))).toBeUndefined()
})

test.each([
  ['{"seed": 9007199254740991}', undefined],
  ['{"seed": 9007199254740993}', { number: '9007199254740993', at: 9 }],
  ['{"9007199254740993": "9007199254740993",\n "a": [-1e300]}', { number: '-1e300', at: 48 }],
])('%s has the number that is not kept exactly: %j', (text, found) => {
  expect(inexactNumber(text)).toEqual(found)
})

test('what JSON.parse accepts has no fault, and what it rejects has one', () => {
  const good = '{"a": [1, -2.5e3, {"b": "\\u00e9\\"", "c": [null, true, false, {}, []]}], "": "x"}'
  const texts = ['', ' ', '5', '"a"', 'null', 'NaN', '-', '1.', '.5', '+1', '"\\x"', '"\t"', 'tru', '[,]', '{,}', good]
  for (let at = 0; at < good.length; at++) {
    texts.push(good.slice(0, at), good.slice(0, at) + good.slice(at + 1))
    for (const extra of [',', '"', '}', '0', ' ']) texts.push(good.slice(0, at) + extra + good.slice(at))
  }
  for (const text of texts) expect(jsonFault(text) === undefined, text).toBe(accepts(text))
})
