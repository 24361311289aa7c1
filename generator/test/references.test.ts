import { expect, test } from 'vitest'
import { inlineReferences, ReferenceError } from '../load/resolve.js'
import { parseSpecFile, type Spec } from '../load/spec.js'

function specOf(files: Record<string, unknown>): Spec {
  return {
    directory: '',
    files: new Map(Object.entries(files).map(([path, value]) => [path, parseSpecFile(path, JSON.stringify(value))])),
  }
}

const spec = specOf({
  'models/a.json': {},
  'shared.json': {
    $defs: { 'x/y~z': { type: 'string', items: { $ref: 'other.json#/$defs/item' } }, loop: { $ref: '#/$defs/loop' } },
  },
  'other.json': { $defs: { item: { pattern: 'p' } } },
})

test('a reference becomes what it names, and what stands beside it wins', () => {
  expect(
    inlineReferences(spec, 'models/a.json', [{ $ref: '../shared.json#/$defs/x~1y~0z', type: 'array', title: 't' }]),
  ).toEqual([{ type: 'array', title: 't', items: { pattern: 'p' } }])
})

test.each([
  ['../missing.json#/a', 'names a file that does not exist'],
  ['../shared.json#/$defs/nothing', 'names nothing in that file'],
  ['../shared.json#/$defs/toString', 'names nothing in that file'],
  ['../shared.json#/$defs/loop', 'refers to itself'],
])('%s %s', (reference, reason) => {
  expect(() => inlineReferences(spec, 'models/a.json', { $ref: reference })).toThrow(ReferenceError)
  expect(() => inlineReferences(spec, 'models/a.json', { $ref: reference })).toThrow(reason)
})
