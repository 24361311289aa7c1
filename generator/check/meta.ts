import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import type { LoadedCode } from '../load/loaded-code.js'
import { metaBase, metaCompiler } from '../load/meta-code.js'
import type { Spec, SpecFile } from '../load/spec.js'
import { protocolOf } from '../upstreams/source.js'
import { modelIdOf } from '../read/model-file.js'
import { parsed } from './models.js'

/** The files every specification has beside its models, each with the meta-schema that says what it may hold. */
const metaPaths: Readonly<Record<string, string>> = {
  'findings.json': 'meta/findings.schema.json',
  'media.schema.json': 'meta/media.schema.json',
  'parameters.schema.json': 'meta/parameters.schema.json',
  'sections.json': 'meta/sections.schema.json',
  'service.json': 'meta/service.schema.json',
  'synonyms.json': 'meta/synonyms.schema.json',
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

/** The files of a specification that a meta-schema is for, as a glob; undefined for one that is only a part of others. */
export function filesOfMeta(metaPath: string): string | undefined {
  if (metaPath === modelMeta) return 'models/*.schema.json'
  if (metaPath === upstreamMeta) return 'upstreams/*.json'
  return Object.keys(metaPaths).find((path) => metaPaths[path] === metaPath)
}

/** The meta-schema of a file, or undefined when the file has no place in a specification. */
export function metaPathOf(path: string): string | undefined {
  if (protocolOf(path) !== undefined) return upstreamMeta
  return modelIdOf(path) === undefined ? metaPaths[path] : modelMeta
}

export type MetaError = ErrorObject
export type MetaValidator = (path: string) => ValidateFunction | undefined

let latest: { text: string; validator: MetaValidator } | undefined

/** The validators of the meta-schemas of a specification, by their paths: made anew only when one of them has changed. */
export function metaValidator(spec: Spec): MetaValidator {
  const files = [...spec.files.values()].filter((file) => file.path.startsWith('meta/'))
  const text = files.map((file) => file.text).join('\n')
  if (latest?.text === text) return latest.validator
  const code = spec.meta?.code()
  const validator = spec.meta === undefined || code === undefined ? compiled(files) : loaded(spec.meta.paths, code)
  // Their paths alone: through the specification, all of its files would be held for as long as this is known.
  const paths = new Set(files.map(({ path }) => path))
  latest = { text, validator: (path) => (paths.has(path) ? validator(path) : undefined) }
  return latest.validator
}

/** The validators that a loader has compiled. */
function loaded(paths: readonly string[], { exports }: LoadedCode): MetaValidator {
  // What the compiler made is what its types say.
  const validators = new Map(
    paths.map((path, index) => [path, exports[`meta${index}`] as ValidateFunction | undefined]),
  )
  return (path) => validators.get(path)
}

/** Compiled one by one as they are asked for: of a specification that no loader has read, or whose meta-schemas are broken. */
function compiled(files: readonly SpecFile[]): MetaValidator {
  const ajv = metaCompiler()
  for (const file of files) {
    const schema = parsed(file)
    if (schema !== undefined) ajv.addSchema(schema, metaBase + file.path)
  }
  return (path) => ajv.getSchema(metaBase + path)
}
