import { expect, test } from 'vitest'
import type { JsonValue } from '../../catalogue.js'
import { openApiIn } from '../../import/document.js'
import { alike } from '../../import/union.js'

test('a document may begin with a byte order mark, as programs for Windows write it', () => {
  const { root } = openApiIn('\uFEFF{"openapi":"3.1.0","paths":{}}', 'openapi.json')
  expect(root.value).toEqual({ openapi: '3.1.0', paths: {} })
})

test.each(['constructor', 'toString', '__proto__'])(
  'a member %s of one form alone means nothing else in another',
  (name) => {
    const properties = JSON.parse(`{"${name}":{"type":"string"}}`) as JsonValue
    const others = JSON.parse(`{"${name}":{"type":"integer"}}`) as JsonValue
    expect(alike({ properties }, { properties: {} }, 'kind')).toBe(undefined)
    expect(alike({ properties }, { properties: others }, 'kind')).toBe(name)
  },
)
