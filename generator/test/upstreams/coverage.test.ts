import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { vectorsOf } from '../../emit/vectors.js'
import { loadSpec } from '../../load/spec.js'
import { readCatalogue } from '../../read/catalogue.js'
import { alikeRequests } from '../../upstreams/alike.js'
import { compileMapping } from '../../upstreams/compile.js'
import { coveragesOf, coverModel, modelCoverage, validRequests } from '../../upstreams/coverage.js'
import { modelFacts } from '../../upstreams/model-facts.js'
import { wellFormed } from '../../upstreams/check/facts.js'

interface Coverage {
  requests: number
  mapped: number
  rejected: number
  reasons: Record<string, number>
  identical: number
}
const coverage = JSON.parse(
  await readFile(new URL('../../../generated/upstreams/coverage.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, Coverage>>
const all = Object.entries(coverage).flatMap(([protocol, models]) =>
  Object.entries(models).map(([model, one]): [string, string, Coverage] => [protocol, model, one]),
)

test.each(all)('%s, %s: every valid request maps or is rejected with a reason', (_protocol, _model, one) => {
  expect(one.mapped + one.rejected).toBe(one.requests)
  expect(one.requests).toBeGreaterThan(0)
  if (one.rejected > 0) expect(Object.keys(one.reasons).length).toBeGreaterThan(0)
})

test.each(all)('%s, %s: every mapped request comes back when it is read backwards', (_protocol, _model, one) => {
  expect(one.identical).toBe(one.mapped)
})

test('requests that are taken together as alike count as each by itself', async () => {
  const spec = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
  const catalogue = readCatalogue(spec)
  const mappings = wellFormed(spec).map(({ source }) => compileMapping(source))
  for (const model of catalogue.models) coverModel(model, mappings, catalogue, { keep: (_inputs, make) => make() })
  const known = new Map(mappings.map((mapping) => [mapping, coveragesOf(mapping, catalogue.models)]))
  let requests = 0
  let groups = 0
  // Every fourth: those between are variants of one of them.
  const models = catalogue.models.filter(({ reference }) => reference).filter((_, index) => index % 4 === 0)
  for (const model of models) {
    const own = mappings.filter(({ operations }) => operations[model.kind] !== undefined)
    const operations = own.flatMap(({ operations: { [model.kind]: operation } }) => operation ?? [])
    const facts = modelFacts(model)
    const each = validRequests(vectorsOf(model, catalogue))
    for (const [index, alike] of alikeRequests(each, operations, facts).entries()) {
      const mapping = own[index]
      if (mapping === undefined) throw new Error('more answers than operations')
      requests += each.length
      groups += alike.length
      const together = modelCoverage(mapping, alike, facts)
      // What was found for another model of the same table, too.
      expect(known.get(mapping)?.[model.id], `${mapping.protocol}, ${model.id}`).toEqual(together)
      expect(together, `${mapping.protocol}, ${model.id}`).toEqual(
        modelCoverage(
          mapping,
          each.map((parameters) => ({ parameters, count: 1, key: '' })),
          facts,
        ),
      )
    }
  }
  expect(groups).toBeLessThan(0.4 * requests)
})
