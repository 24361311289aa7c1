import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { readCatalogue } from '../../read/catalogue.js'
import type { JsonValue } from '../../catalogue.js'
import { checkSpec } from '../../check/index.js'
import { isObject } from '../../load/json-object.js'
import { loadSpec, parseSpecFile, type Spec } from '../../load/spec.js'

/** Every place of a small specification, damaged in each of these ways, one at a time. */
const damages: Record<string, (value: JsonValue) => JsonValue | undefined> = {
  'taken away': () => undefined,
  null: () => null,
  'a text': () => 'x',
  'a number': () => -7,
  'an empty list': () => [],
  'an empty object': () => ({}),
  'a list of itself': (value) => [value],
}

let base: Spec

beforeAll(async () => {
  const small = await loadSpec(fileURLToPath(new URL('./fixtures/base/spec', import.meta.url)))
  const real = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))
  base = {
    directory: '',
    files: new Map([...real.files].filter(([path]) => path.startsWith('meta/')).concat([...small.files])),
  }
})

describe('a damaged specification never throws, and one without errors can be built', () => {
  test.each(Object.keys(damages))('each value %s', (name) => {
    const damage = damages[name]!
    const unbuildable: string[] = []
    let damaged = 0
    for (const file of base.files.values()) {
      if (file.path.startsWith('meta/') || file.value === undefined) continue
      for (const path of places(file.value, [])) {
        const text = JSON.stringify(replaced(file.value, path, damage), null, 1)
        const spec = { directory: '', files: new Map([...base.files, [file.path, parseSpecFile(file.path, text)]]) }
        const diagnostics = checkSpec(spec)
        damaged++
        for (const diagnostic of diagnostics) {
          const lines = (spec.files.get(diagnostic.file)?.text ?? '').split('\n')
          expect(diagnostic.line).toBeLessThanOrEqual(lines.length)
          expect(diagnostic.column).toBeLessThanOrEqual((lines[diagnostic.line - 1] ?? '').length + 1)
        }
        if (diagnostics.some((diagnostic) => diagnostic.severity === 'error')) continue
        try {
          readCatalogue(spec)
        } catch (error) {
          unbuildable.push(`${file.path} ${path.join('/')}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
    }
    expect(damaged).toBeGreaterThan(200)
    expect(unbuildable).toEqual([])
  })
})

function* places(value: JsonValue, path: (string | number)[]): Iterable<(string | number)[]> {
  if (path.length > 0) yield path
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* places(item, [...path, index])
  else if (isObject(value)) for (const [key, child] of Object.entries(value)) yield* places(child, [...path, key])
}

function replaced(
  value: JsonValue,
  path: (string | number)[],
  damage: (value: JsonValue) => JsonValue | undefined,
): JsonValue {
  const [step, ...rest] = path
  if (Array.isArray(value))
    return value.flatMap((item, index) => (index === step ? withChild(item, rest, damage) : [item]))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, child]) =>
      key === step ? withChild(child, rest, damage).map((changed) => [key, changed] as const) : [[key, child] as const],
    ),
  )
}

function withChild(
  child: JsonValue,
  rest: (string | number)[],
  damage: (value: JsonValue) => JsonValue | undefined,
): JsonValue[] {
  const changed = rest.length > 0 ? replaced(child, rest, damage) : damage(child)
  return changed === undefined ? [] : [changed]
}
