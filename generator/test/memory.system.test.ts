import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultBaseAddress } from '../dist/base-address.js'
import { loadExtra } from '../dist/load/extra.js'
import { createSpecLoader } from '../dist/load/spec.js'
import { keepIn } from '../dist/memory.js'
import { run } from '../dist/run.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'model-tasks-memory-'))
const spec = join(folder, 'spec')
const out = join(folder, 'generated')
const path = join(spec, 'models/beta-5.0.schema.json')
/** How many models there are. */
const all = readdirSync(join(root, 'spec/models')).length
const extra = await loadExtra()
const surroundings = { loadExtra: () => Promise.resolve(extra), loadSpec: createSpecLoader(), now: () => 0 }

beforeAll(() => {
  cpSync(join(root, 'spec'), spec, { recursive: true })
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** What a run that remembers nothing has to change. */
async function differing(): Promise<string[]> {
  const outcome = await run({ spec, out, mode: 'check', base: defaultBaseAddress }, surroundings)
  return outcome.kind === 'generated' ? outcome.changes.map((change) => change.path) : ['mistakes']
}

function edit(file: string, change: (text: string) => string): void {
  const before = readFileSync(file, 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(file, after)
}

const texts = new Map<string, string>()
const memory = {
  recall: (inputs: readonly unknown[]) => texts.get(JSON.stringify(inputs)),
  remember: (inputs: readonly unknown[], text: string) => void texts.set(JSON.stringify(inputs), text),
}
/** Runs with the memory; answers what changed, and for how many models files were made. */
async function remembering(mode: 'write' | 'check' = 'write'): Promise<{ changed: string[]; models: number }> {
  const outcome = await run({ spec, out, mode, base: defaultBaseAddress }, { ...surroundings, memory })
  if (outcome.kind === 'mistakes') throw new Error(JSON.stringify(outcome.diagnostics))
  const models = outcome.runs.find(({ name }) => name === 'vectors')?.files ?? 0
  // One file of vectors is of no model.
  return { changed: outcome.changes.map(({ path }) => path), models: Math.max(0, models - 1) }
}

test('makes nothing again for any command', async () => {
  expect((await remembering()).models).toBe(all)
  expect(await remembering()).toEqual({ changed: [], models: 0 })
  const nothing = (): never => {
    throw new Error('what emitters use was loaded')
  }
  const settings = { spec, out, base: defaultBaseAddress, mode: 'check' } as const
  expect(await run(settings, { ...surroundings, memory, loadExtra: nothing })).toMatchObject({
    kind: 'generated',
    models: all,
    changes: [],
  })
})

test('remembers in one place all that is made of a specification, so that a run without a memory makes everything', async () => {
  await remembering()
  const kinds = new Set([...texts.keys()].map((inputs) => (JSON.parse(inputs) as unknown[])[0]))
  expect([...kinds].sort()).toEqual(['coverage', 'model', 'run', 'validator'])
  let made = 0
  const make = (): string => `made ${++made} times`
  const keep = keepIn(undefined)
  expect([keep(() => [1], make), keep(() => [1], make)]).toEqual(['made 1 times', 'made 2 times'])
})

test('finds what is there by hand: changed, missing and left over', async () => {
  edit(join(out, 'spec/validators/beta-5.0.js'), (text) => text.replace('"2K"', '"8K"'))
  rmSync(join(out, 'openapi.json'))
  writeFileSync(join(out, 'spec/facts/stray.js'), '')
  const changed = ['openapi.json', 'spec/facts/stray.js', 'spec/validators/beta-5.0.js']
  expect(await remembering('check')).toEqual({ changed, models: 1 })
  expect(await remembering()).toEqual({ changed, models: 1 })
  expect(await remembering('check')).toEqual({ changed: [], models: 0 })
})

test('makes the files of a changed model, and with them those about all', async () => {
  const right = readFileSync(path, 'utf8')
  edit(path, (text) => text.replace('"maxItems": 10', '"maxItems": 9'))
  const { changed, models } = await remembering()
  expect(models).toBe(1)
  expect(changed).toContain('vectors/beta-5.0.json')
  expect(changed).toContain('openapi.yaml')
  expect(await differing()).toEqual([])
  writeFileSync(path, right)
  expect((await remembering()).models).toBe(1)
})

test('makes all of them again after a change of what is shared, and says what warnings said', async () => {
  const shared = join(spec, 'unknowns.json')
  const right = readFileSync(shared, 'utf8')
  edit(shared, (text) => text.replace('"topic": "', '"topic": "Now: '))
  expect((await remembering()).models).toBe(all)
  writeFileSync(shared, right)
  const definitions = join(spec, 'parameters.schema.json')
  const rightDefinitions = readFileSync(definitions, 'utf8')
  edit(definitions, (text) =>
    text.replace('"$defs": {', '"$defs": {\n"unused": { "type": "boolean", "description": "Used by nothing." },'),
  )
  const settings = { spec, out, base: defaultBaseAddress, mode: 'write' } as const
  const first = await run(settings, { ...surroundings, memory })
  expect(first.diagnostics).toMatchObject([{ code: 'S042' }])
  expect(await run(settings, { ...surroundings, memory })).toMatchObject({
    diagnostics: first.diagnostics,
    runs: [],
  })
  writeFileSync(definitions, rightDefinitions)
})
