import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Catalogue, JsonValue } from '../../catalogue.js'
import { loadSpec, parseSpecFile, type Spec } from '../../load/spec.js'
import { readCatalogue } from '../../read/catalogue.js'

/** A file of the specification as JSON that a test edits. */
export type Json = { [key: string]: Json } & Json[] & JsonValue

const small = await loadSpec(fileURLToPath(new URL('../check/fixtures/base/spec', import.meta.url)))
const real = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))

/** A model of a few parameters, one with a parameter of every kind, one with limits on prompts, files and base64, one without a reference. */
const base = new Map<string, JsonValue>([...small.files].map(([path, { value }]) => [path, value ?? null]))
const shared = structuredClone(real.files.get('parameters.schema.json')!.value) as Json
Object.assign(shared.$defs!, (small.files.get('parameters.schema.json')!.value as Json).$defs)
base.set('parameters.schema.json', shared)
for (const path of ['media.schema.json', 'task.schema.json', 'service.json', 'text.json', 'findings.json'])
  base.set(path, real.files.get(path)!.value ?? null)
for (const id of ['sd_2.0_discount', 'zeta-H3-768p', 'videos_10_0_0-720p'])
  base.set(`models/${id}.schema.json`, real.files.get(`models/${id}.schema.json`)!.value ?? null)
base.set(
  'models/every-kind.schema.json',
  JSON.parse(await readFile(new URL('../kinds/every-kind.schema.json', import.meta.url), 'utf8')),
)

const files = new Map([...base].map(([path, value]) => [path, parseSpecFile(path, JSON.stringify(value))]))

/** The base catalogue with one file edited, or as it is. */
export function edited(path?: string, edit?: (file: Json) => void): Catalogue {
  const after = new Map(files)
  if (path !== undefined) {
    const copy = structuredClone(base.get(path)) as Json
    edit?.(copy)
    after.set(path, parseSpecFile(path, JSON.stringify(copy)))
  }
  const spec: Spec = { directory: 'spec', files: after }
  return readCatalogue(spec)
}
