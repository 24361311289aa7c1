import type { JsonSchema, JsonValue } from '../catalogue.js'
import { inlineReferences, isObject } from '../load/resolve.js'
import type { Spec, SpecFile } from '../load/spec.js'
import { oncePerSpec } from './once.js'

/** A model file as the passes read it. */
export interface ModelFile {
  /** Path below `spec/`. */
  path: string
  /** The Model ID that the name of the file says. */
  id: string
  schema: JsonSchema
}

const modelPath = /^models\/(.+)\.schema\.json$/

/** The Model ID that a path names, or undefined when the path is not that of a model file. */
export function modelIdOf(path: string): string | undefined {
  return modelPath.exec(path)?.[1]
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
  for (const [name, value] of entries(model.schema.properties)) {
    const inlined = name === 'model' ? undefined : inline(spec, model.path, value)
    if (inlined !== undefined) parameters.set(name, inlined)
  }
  known.set(model.path, parameters)
  return parameters
}

const inlinedParameters = oncePerSpec(() => new Map<string, ReadonlyMap<string, JsonSchema>>())

/** A schema with its references inlined; undefined when one leads nowhere or the value is not an object. */
function inline(spec: Spec, file: string, value: JsonValue): JsonSchema | undefined {
  try {
    const inlined = inlineReferences(spec, file, value)
    return isObject(inlined) ? inlined : undefined
  } catch {
    return undefined
  }
}

/** The members of a value that may be an object; none otherwise. */
export function entries(value: JsonValue | undefined): [string, JsonValue][] {
  return isObject(value) ? Object.entries(value) : []
}

/** The items of a value that may be an array, each with its index; none otherwise. */
export function items(value: JsonValue | undefined): [number, JsonValue][] {
  return Array.isArray(value) ? [...value.entries()] : []
}

/** A member that is a string; undefined otherwise. */
export function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
