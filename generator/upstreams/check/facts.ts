import type { JsonSchema, JsonValue, ModelKind } from '../../catalogue.js'
import { modelFiles } from '../../check/models.js'
import { metaValidator } from '../../check/meta.js'
import { oncePerSpec } from '../../check/once.js'
import { isObject } from '../../load/json-object.js'
import { followReference } from '../../load/resolve.js'
import type { Spec } from '../../load/spec.js'
import type { UpstreamFile, UpstreamOperation } from '../../spec-types/files/upstream.js'
import { upstreamSources } from '../source.js'

/** One upstream file of the right form. */
export interface WellFormedFile {
  path: string
  source: UpstreamFile
}

/** The upstream files that the meta-schema accepts. */
export const wellFormed = oncePerSpec((spec): readonly WellFormedFile[] =>
  // A specification without such a file does not pay for the meta-schema.
  upstreamSources(spec, (_path, value) => metaValidator(spec)('meta/upstream.schema.json')?.(value) === true),
)

const kinds = ['video', 'image', 'audio', 'mesh'] as const satisfies readonly ModelKind[]

/** The operations of a file, each with its kind. */
export function operationsOf({ operations }: UpstreamFile): [kind: ModelKind, operation: UpstreamOperation][] {
  return kinds.flatMap((kind) => {
    const operation = operations[kind]
    return operation === undefined ? [] : [[kind, operation]]
  })
}

/** The parameters of one model as a pass sees them: each with its values where it lists them. */
export interface ModelParameters {
  id: string
  kind: JsonValue | undefined
  parameters: ReadonlyMap<string, readonly JsonValue[] | undefined>
}

/** What each model file says of its parameters; broken references count as any value. */
export const modelParameters = oncePerSpec((spec): readonly ModelParameters[] =>
  modelFiles(spec).map(({ path, id, schema }) => ({
    id,
    kind: schema['x-kind'],
    parameters: new Map(
      Object.entries(isObject(schema.properties) ? schema.properties : {})
        .filter(([name]) => name !== 'model')
        .map(([name, parameter]) => [name, valuesOf(spec, path, parameter)]),
    ),
  })),
)

function valuesOf(spec: Spec, file: string, parameter: JsonValue): readonly JsonValue[] | undefined {
  const own = isObject(parameter) ? parameter : {}
  const merged: JsonSchema = typeof own.$ref === 'string' ? { ...targetOf(spec, file, own.$ref), ...own } : own
  if (Array.isArray(merged.enum)) return merged.enum
  if (merged.const !== undefined) return [merged.const]
  return merged.type === 'boolean' ? [true, false] : undefined
}

function targetOf(spec: Spec, file: string, reference: string): JsonSchema {
  try {
    const { value } = followReference(spec, file, reference)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
