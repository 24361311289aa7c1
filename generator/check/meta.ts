import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Spec } from '../load/spec.js'
import { protocolOf } from '../upstreams/source.js'
import { modelIdOf, parsed } from './models.js'

/** The files every specification has beside its models, each with the meta-schema that says what it may hold. */
const metaPaths: Readonly<Record<string, string>> = {
  'findings.json': 'meta/findings.schema.json',
  'media.schema.json': 'meta/media.schema.json',
  'parameters.schema.json': 'meta/parameters.schema.json',
  'sections.json': 'meta/sections.schema.json',
  'service.json': 'meta/service.schema.json',
  'task.schema.json': 'meta/task.schema.json',
  'text.json': 'meta/text.schema.json',
  'unknowns.json': 'meta/unknowns.schema.json',
  'version.json': 'meta/version.schema.json',
}
const modelMeta = 'meta/model.schema.json'
const upstreamMeta = 'meta/upstream.schema.json'
const sharedMeta = ['meta/facts.schema.json', 'meta/parameter.schema.json']

/** Every path a specification needs, apart from its models. */
export const specPaths: readonly string[] = [
  ...Object.entries(metaPaths).flat(),
  modelMeta,
  upstreamMeta,
  ...sharedMeta,
]

/** The meta-schema of a file, or undefined when the file has no place in a specification. */
export function metaPathOf(path: string): string | undefined {
  if (protocolOf(path) !== undefined) return upstreamMeta
  return modelIdOf(path) === undefined ? metaPaths[path] : modelMeta
}

export type MetaError = ErrorObject
export type MetaValidator = (path: string) => ValidateFunction | undefined

const base = 'spec:/'
let latest: { text: string; validator: MetaValidator } | undefined

/** The compiled meta-schemas of a specification, by their paths. Compiled anew only when one of them has changed. */
export function metaValidator(spec: Spec): MetaValidator {
  const files = [...spec.files.values()].filter((file) => file.path.startsWith('meta/'))
  const text = files.map((file) => file.text).join('\n')
  if (latest?.text === text) return latest.validator
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    validateSchema: false,
    // To optimize the code takes a third of the time, and it runs once per file.
    code: { optimize: false },
  })
  for (const file of files) {
    const schema = parsed(file)
    if (schema !== undefined) ajv.addSchema(schema, base + file.path)
  }
  const validator: MetaValidator = (path) => (spec.files.has(path) ? ajv.getSchema(base + path) : undefined)
  latest = { text, validator }
  return validator
}
