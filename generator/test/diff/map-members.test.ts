import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Catalogue, JsonSchema } from '../../catalogue.js'
import { proveDiff } from '../../diff/index.js'
import { exampleText } from '../../diff/format.js'
import { loadChecks } from '../../dist/load/checks.js'
import { loadSpec, parseSpecFile } from '../../load/spec.js'
import { readCatalogue } from '../../read/catalogue.js'

const real = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
const parts = { checks: await loadChecks(), today: '2026-07-01' }
const name = 'cadence-3'
const text = readFileSync(new URL(`../../../test/foreign/models/${name}.schema.json`, import.meta.url), 'utf8')
const file = { $ref: '../media.schema.json#/$defs/urlOrAsset', 'x-media': { type: 'image', limits: [] } }

/** The catalogue with a model that has files by names of this form, and objects by name of which these members are required. */
function catalogueWith(pattern: string, required: string[]): Catalogue {
  const model = JSON.parse(text) as JsonSchema & { properties: JsonSchema }
  const source = { section: name }
  const faces = { type: 'object', additionalProperties: file, propertyNames: { pattern, examples: ['face'] } }
  const kit = { type: 'object', required, properties: { weight: { type: 'number' } }, additionalProperties: false }
  Object.assign(model.properties, {
    faces: { ...faces, description: 'Faces.', 'x-source': source },
    kits: { type: 'object', additionalProperties: kit, description: 'Kits.', 'x-source': source },
  })
  const path = `models/${name}.schema.json`
  const files = new Map([...real.files].filter(([each]) => !each.startsWith('models/')))
  return readCatalogue({ ...real, files: files.set(path, parseSpecFile(path, JSON.stringify(model))) })
}

test('what becomes stricter in one map is not shown by a request that breaks another', () => {
  const events = proveDiff(catalogueWith('^[a-z]{1,20}$', []), catalogueWith('^[a-z]{1,10}$', ['weight']), parts)
  const shown = Object.fromEntries(
    events.map(({ rule, witness }) => [rule, witness === undefined ? '' : exampleText(witness)]),
  )
  expect(Object.keys(shown).toSorted()).toEqual(['became-required', 'narrowed-form'])
  expect(shown['became-required']).toContain('"kits":{')
  expect(shown['narrowed-form']).not.toContain('kits')
})
