import { expect, test } from 'vitest'
import type { Model, Parameter } from '../catalogue.js'
import { emitters } from '../emitters.js'
import { filesOf } from '../generate.js'
import { loadExtra } from '../load/extra.js'
import { catalogue } from './openapi/documents.js'

const types = emitters.find(({ name }) => name === 'types')
const extra = await loadExtra()

/** The length of `index.d.ts` with so many models more, each with five integers of its own. */
function bytesWith(count: number): number {
  const [model] = catalogue.models.filter(({ reference }) => reference)
  if (model === undefined || types === undefined) throw new Error('the catalogue has changed')
  const added = Array.from({ length: count }, (_, index): Model => {
    const numbers = [1, 2, 3, 4, 5].map((step): Parameter => ({
      kind: 'integer',
      name: `level_${index}_${step}`,
      required: false,
      minimum: 0,
      maximum: 10 * step,
      description: `Level ${step}.`,
      phrase: { en: `an integer from 0 to ${10 * step}`, zh: '' },
      notes: [],
      source: { section: `copy-${index}` },
    }))
    return { ...model, id: `copy-${index}`, codegenName: `Copy${index}`, parameters: [...model.parameters, ...numbers] }
  })
  const files = filesOf(types, { ...catalogue, models: [...catalogue.models, ...added] }, extra)
  return Buffer.byteLength(files.find(({ path }) => path === 'spec/index.d.ts')?.content ?? '')
}

test('the types grow by less than 3 kB with a model that has five integers of its own, however many there are', () => {
  const none = bytesWith(0)
  const [few, many] = [bytesWith(100) - none, bytesWith(400) - none]
  expect(few / 100).toBeLessThan(3000)
  expect(many / 400).toBeLessThan(3000)
  expect(many / 400, 'no more than of few').toBeLessThan((1.05 * few) / 100)
})
