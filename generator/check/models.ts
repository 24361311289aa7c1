import type { JsonSchema, JsonValue } from '../catalogue.js'
import { entries, isObject } from '../load/json-object.js'
import { inlineReferences } from '../load/resolve.js'
import type { Spec, SpecFile } from '../load/spec.js'
import { inlinedModelFile, modelIdOf } from '../read/model-file.js'
import { oncePerSpec } from './once.js'

/** A model file as the passes read it. */
export interface ModelFile {
  /** Path below `spec/`. */
  path: string
  /** The Model ID that the name of the file says. */
  id: string
  schema: JsonSchema
}

/** The model files that could be parsed. */
export const modelFiles = oncePerSpec((spec): readonly ModelFile[] =>
  [...spec.files.values()].flatMap((file) => {
    const id = modelIdOf(file.path)
    const schema = parsed(file)
    return id === undefined || schema === undefined ? [] : [{ path: file.path, id, schema }]
  }),
)

/** The object a file holds, or undefined when its syntax is broken or it holds something else. */
export function parsed(file: SpecFile | undefined): JsonSchema | undefined {
  return file !== undefined && file.syntaxErrors.length === 0 && isObject(file.value) ? file.value : undefined
}

/** Whether some file is broken, so that what seems unused or undefined may be in there. */
export function anyBroken(spec: Spec): boolean {
  return [...spec.files.values()].some((file) => parsed(file) === undefined)
}

/** The parameters of a model with their shared definitions inlined, in order; one whose reference is broken is left out. */
export function parametersOf(spec: Spec, model: ModelFile): ReadonlyMap<string, JsonSchema> {
  const known = inlinedParameters(spec)
  const earlier = known.get(model.path)
  if (earlier !== undefined) return earlier
  const parameters = new Map<string, JsonSchema>()
  const whole = inlined(spec, model)
  for (const [name, value] of entries(whole?.properties ?? model.schema.properties)) {
    const parameter = name === 'model' ? undefined : whole === undefined ? inline(spec, model.path, value) : value
    if (isObject(parameter)) parameters.set(name, parameter)
  }
  known.set(model.path, parameters)
  return parameters
}

const inlinedParameters = oncePerSpec(() => new Map<string, ReadonlyMap<string, JsonSchema>>())

/** A model with its references inlined; undefined when one leads nowhere, so that only the parameter that has it is left out. */
function inlined(spec: Spec, { path }: ModelFile): JsonSchema | undefined {
  const file = spec.files.get(path)
  try {
    return file === undefined ? undefined : inlinedModelFile(spec, file)
  } catch {
    return undefined
  }
}

/** A schema with its references inlined; undefined when one leads nowhere or the value is not an object. */
function inline(spec: Spec, file: string, value: JsonValue): JsonSchema | undefined {
  try {
    const inlined = inlineReferences(spec, file, value)
    return isObject(inlined) ? inlined : undefined
  } catch {
    return undefined
  }
}

/** A member that is a string; undefined otherwise. */
export function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
