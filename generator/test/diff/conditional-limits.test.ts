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

/** The catalogue with a model whose pictures have these limits. */
function catalogueWith(...limits: JsonSchema[]): Catalogue {
  const model = JSON.parse(text) as JsonSchema & { properties: { image: { 'x-media': JsonSchema } } }
  model.properties.image['x-media']['limits'] = limits.map((limit) => ({
    severity: 'error',
    unit: 'px',
    ...limit,
    'x-source': { section: name },
  }))
  const path = `models/${name}.schema.json`
  const files = new Map([...real.files].filter(([file]) => !file.startsWith('models/')))
  return readCatalogue({ ...real, files: files.set(path, parseSpecFile(path, JSON.stringify(model))) })
}

const width = (maximum: number, when?: JsonSchema): JsonSchema => ({
  rule: 'media-width',
  maximum,
  ...(when && { when }),
})
const proven = (before: Catalogue, after: Catalogue): unknown[] =>
  proveDiff(before, after, parts).map(({ rule, step, witness }) => [rule, step, witness && exampleText(witness)])

test('a limit under a condition is proven by a file in a request that meets it', () => {
  const [loose, tight] = [width(2000, { resolution: '480p' }), width(1000, { resolution: '480p' })]
  const shown =
    '{"width":1001} in {"model":"cadence-3","prompt":"A paper boat drifts down a rainy street at dusk","resolution":"480p"}'
  expect(proven(catalogueWith(loose), catalogueWith(tight))).toEqual([['tightened-media-limit', 'major', shown]])
  expect(proven(catalogueWith(tight), catalogueWith(loose))).toEqual([['loosened-media-limit', 'minor', shown]])
})

test('a condition that holds by a default that depends on the request counts', () => {
  const limit = width(1000, { duration: { min: 8 } })
  expect(proven(catalogueWith(width(2000)), catalogueWith(width(2000), limit))).toEqual([
    ['tightened-media-limit', 'major', expect.stringMatching(/^\{"width":1001\} in .*"duration":8|"image":/) as string],
  ])
})

test('what rejects nothing more is not proven', () => {
  const advice = { ...width(500, { resolution: '480p' }), severity: 'advice' }
  const wide = width(3000, { resolution: '480p' })
  expect(proven(catalogueWith(width(2000)), catalogueWith(width(2000), advice))).toEqual([
    [expect.any(String) as string, expect.not.stringMatching('major') as string, undefined],
  ])
  const [event] = proveDiff(catalogueWith(width(2000)), catalogueWith(width(2000), wide), parts)
  expect(event?.witness).toBeUndefined()
})
