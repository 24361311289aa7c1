import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadChecks } from '../../dist/load/checks.js'
import type { Catalogue } from '../../catalogue.js'
import { findWitnesses } from '../../diff/behaviour/witness.js'
import { diffCatalogues } from '../../diff/index.js'
import { neededStep } from '../../diff/version.js'
import { edited } from './catalogue.js'

/** `MODEL_TASKS_DIFF_ROUNDS=2000 npx vitest run … property` is the long run. */
const numRuns = Number(process.env.MODEL_TASKS_DIFF_ROUNDS ?? 30)

const parts = { checks: await loadChecks(), today: '2026-07-01' }
const base = edited()
const chosen = base.models.filter(({ id }) => ['every-kind', 'sd_2.0_discount'].includes(id))

/** What decides whether a request passes, by its place in a model; words and sources do not. */
const telling = new Set([
  'required',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'pattern',
  'values',
  'max',
  'severity',
  'onlyWithHan',
  'const',
  'enum',
  'reference',
])

type Path = (string | number)[]
const paths = chosen.flatMap((model, index) => tellingPaths(model, ['models', index]))

function tellingPaths(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null)
    return path.some((step) => telling.has(String(step))) && !path.includes('examples') && !isName(path) ? [path] : []
  return Object.entries(value).flatMap(([key, child]) =>
    tellingPaths(child, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** The name of a parameter in a condition: another would name nothing. */
function isName(path: Path): boolean {
  return path.includes('schema') && path.includes('required')
}

const another = fc.record({
  path: fc.constantFrom(...paths),
  shift: fc.integer({ min: -3, max: 3 }).filter((shift) => shift !== 0),
  removed: fc.boolean(),
})

/** A leaf that is another: a number further up or down, the other truth, a stricter pattern, or gone. */
function changed(
  { path, shift, removed }: { path: Path; shift: number; removed: boolean },
  before: Catalogue,
): Catalogue {
  const after = structuredClone(before)
  const holder = path.slice(0, -1).reduce<object>((inside, step) => Reflect.get(inside, step) as object, after)
  const key = path.at(-1)!
  const value: unknown = Reflect.get(holder, key)
  if (removed && !Array.isArray(holder) && ['multipleOf', 'maximum', 'pattern', 'uniqueItems'].includes(String(key)))
    Reflect.deleteProperty(holder, key)
  else Reflect.set(holder, key, differing(value, shift))
  return after
}

function differing(value: unknown, shift: number): unknown {
  if (typeof value === 'number')
    return Math.max(0, Number.isInteger(value) ? value + shift : value * (shift > 0 ? 2 : 0.5))
  if (typeof value === 'boolean') return !value
  if (value === 'error' || value === 'advice') return value === 'error' ? 'advice' : 'error'
  return shift > 0 ? `${String(value)}x` : String(value).slice(1)
}

test('every request that was valid is valid, or the rules alone call the step major', () => {
  const before: Catalogue = { ...base, models: chosen }
  fc.assert(
    fc.property(another, fc.integer(), (change, seed) => {
      const after = changed(change, before)
      const step = neededStep(diffCatalogues(before, after))
      if (step === 'major') return
      const rejected = findWitnesses(before, after, parts, seed).filter(({ witness }) => witness.now === 'rejected')
      expect(rejected, `${change.path.join('/')} is called ${step ?? 'no change'}`).toEqual([])
    }),
    { numRuns, seed: 7 },
  )
}, 600_000)
