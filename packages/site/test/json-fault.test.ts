import { expect, test } from 'vitest'
import { jsonFault } from '../browser/playground/json-fault.js'

const accepts = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.each([
  ['{"a": 1,\n  "b": }', 2, '}'],
  ['{"a" 1}', 1, '1}'],
  ['[1,\n2,\n]', 3, ']'],
  ['{\n  a: 1\n}', 2, 'a: 1'],
  ['[1, 2', 1, ''],
  ['{}\n{}', 2, '{}'],
  ['"open\n"', 1, '"open'],
  ['[01]', 1, '1]'],
  ["['a']", 1, "'a']"],
])('%j stops being JSON on line %i at %j', (text, line, got) => {
  expect(jsonFault(text)).toEqual({ line, got })
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
