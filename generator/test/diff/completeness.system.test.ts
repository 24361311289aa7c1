import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from '../../read/catalogue.js'
import type { Catalogue } from '../../catalogue.js'
import { diffCatalogues } from '../../diff/index.js'
import { edited } from './catalogue.js'
import { loadSpec } from '../../load/spec.js'

/** Models that between them have every kind of parameter, limit and rule. */
const chosen = new Set([
  'sd_2.0_discount',
  'zeta-H3_933_1080p',
  'video_30_10_10',
  'epsilonO3',
  'videos_900_720p-c1',
  'beta-5.0',
  'sd_2.0_special',
])
let catalogue: Catalogue

beforeAll(async () => {
  const all = readCatalogue(await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url))))
  const everyKind = edited().models.filter(({ id }) => id === 'every-kind')
  catalogue = { ...all, models: [...all.models.filter((model) => chosen.has(model.id)), ...everyKind] }
})

test('a catalogue compared with itself has no events', () => {
  expect(diffCatalogues(catalogue, structuredClone(catalogue))).toEqual([])
})

describe('no change goes unseen', () => {
  test('some rule speaks for every leaf that changes', () => {
    const unseen: string[] = []
    let leaves = 0
    for (const path of leafPaths(catalogue)) {
      // The version is not a fact, and `unknown` has one value only.
      // Words that follow from the limits, or from a type of file, change with those, and so do example requests.
      // Where media stand follows from the parameters, and the defaults and limits of what is counted too.
      const derived = ['phrase', 'mediaName', 'extension', 'requests', 'places', 'quantities']
      const isDerived = path[0] === 'models' && path.some((step) => derived.includes(String(step)))
      // Of which type a choice is, its values show.
      const isTypeOfChoice = path.at(-1) === 'type' && kindAt(path.slice(0, -1)) === 'enum'
      // A form is called like the value of its tag.
      const isNameOfForm = path.at(-1) === 'name' && path.at(-3) === 'variants'
      if (path[0] === 'version' || path.at(-1) === 'unknown' || isDerived || isTypeOfChoice || isNameOfForm) continue
      leaves++
      const [before, place] = reduced(path)
      const changed = structuredClone(before)
      mutate(changed, place)
      if (diffCatalogues(before, changed).length === 0) unseen.push(path.join('/'))
    }
    expect(leaves).toBeGreaterThan(200)
    expect(unseen).toEqual([])
  })
})

/** The catalogue without the models that the path does not lead into, because each comparison goes through all of it, and the path in it. */
function reduced(path: (string | number)[]): [before: Catalogue, path: (string | number)[]] {
  if (path[0] !== 'models') return [{ ...catalogue, models: [] }, path]
  return [{ ...catalogue, models: [catalogue.models[Number(path[1])]!] }, ['models', 0, ...path.slice(2)]]
}

function kindAt(path: readonly (string | number)[]): unknown {
  let value: unknown = catalogue
  for (const step of path) value = Reflect.get(value as object, step)
  return Reflect.get(value as object, 'kind')
}

/** One path for each place that differs in kind: the same place in another model counts once. */
function* leafPaths(value: unknown): Iterable<(string | number)[]> {
  const seen = new Set<string>()
  for (const path of leaves(value, [])) {
    const model = path[0] === 'models' ? catalogue.models[Number(path[1])]! : undefined
    const parameter = path[2] === 'parameters' && model !== undefined ? model.parameters[Number(path[3])] : undefined
    const place =
      model === undefined
        ? path.map((step) => (typeof step === 'number' ? '*' : step))
        : path.slice(parameter === undefined ? 2 : 4)
    const key = [path[0], ...place, parameter?.kind, parameter?.required].join('/')
    if (seen.has(key)) continue
    seen.add(key)
    yield path
  }
}

function* leaves(value: unknown, path: (string | number)[]): Iterable<(string | number)[]> {
  if (typeof value !== 'object' || value === null) yield path
  else
    for (const [key, child] of Object.entries(value))
      yield* leaves(child, [...path, Array.isArray(value) ? Number(key) : key])
}

function mutate(root: object, path: (string | number)[]): void {
  let holder: unknown = root
  for (const step of path.slice(0, -1)) holder = Reflect.get(holder as object, step)
  const value: unknown = Reflect.get(holder as object, path.at(-1)!)
  Reflect.set(holder as object, path.at(-1)!, another(value))
}

const opposites = new Map<unknown, unknown>([
  ['error', 'advice'],
  ['advice', 'error'],
  ['available', 'unavailable'],
  ['video', 'image'],
])

function another(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  return typeof value === 'boolean' ? !value : (opposites.get(value) ?? `${String(value)}x`)
}
