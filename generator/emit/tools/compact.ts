import type { JsonSchema, Model } from '../../catalogue.js'
import { parameterSchema } from '../../schema.js'

/**
 * The parameters of all models in one schema: what a tool for any of them takes. A parameter is as wide as its widest
 * model; which values the chosen model takes is for the check of the request to say, in its own words.
 */
export function compactSchema(models: readonly Model[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {}
  for (const { parameters } of models)
    for (const parameter of parameters) {
      const schema = parameterSchema(parameter)
      const known = properties[parameter.name]
      properties[parameter.name] = known === undefined ? withoutDefault(schema) : widest(known, schema)
    }
  return {
    type: 'object',
    required: ['model', ...Object.keys(properties).filter((name) => models.every((model) => demands(model, name)))],
    properties: {
      model: { type: 'string', enum: models.map(({ id }) => id), description: 'The Model ID.' },
      ...properties,
    },
    additionalProperties: false,
  }
}

/** What each model takes of what the tool offers, a line per model: the required ones first. */
export function compactDescription(models: readonly Model[], { properties = {} }: JsonSchema): string {
  const lines = models.map(({ id, kind, parameters }) => {
    const offered = parameters.filter(({ name }) => Object.hasOwn(properties as object, name))
    const sorted = offered.sort((left, right) => Number(right.required) - Number(left.required))
    return `${id} (${kind}): ${sorted.map(({ name, required }) => (required ? name : `${name}?`)).join(', ')}`
  })
  return `Generate a video or an image. Each model takes its own parameters, those marked with ? optionally:\n${lines.join('\n')}`
}

function demands({ parameters }: Model, name: string): boolean {
  return parameters.some((parameter) => parameter.name === name && parameter.required)
}

/** A schema that takes what either takes. Where their types differ, one after the other. */
function widest(left: JsonSchema, right: JsonSchema): JsonSchema {
  if (Array.isArray(left.anyOf)) {
    const at = left.anyOf.findIndex((option) => isOfType(option as JsonSchema, right))
    const anyOf = left.anyOf as JsonSchema[]
    if (at === -1) return { ...left, anyOf: [...anyOf, bare(right)] }
    return { ...left, anyOf: anyOf.with(at, widest(anyOf[at] ?? {}, bare(right))) }
  }
  if (!isOfType(left, right)) {
    const { description } = left
    return { anyOf: [bare(left), bare(right)], ...(description === undefined ? {} : { description }) }
  }
  const merged: JsonSchema = { type: left.type ?? 'string' }
  if (Array.isArray(left.enum) && Array.isArray(right.enum)) merged.enum = [...new Set([...left.enum, ...right.enum])]
  for (const [keyword, wider] of [
    ['minimum', Math.min],
    ['maximum', Math.max],
    ['minItems', Math.min],
    ['maxItems', Math.max],
    ['minLength', Math.min],
    ['maxLength', Math.max],
  ] as const) {
    const [one, other] = [left[keyword], right[keyword]]
    if (typeof one === 'number' && typeof other === 'number') merged[keyword] = wider(one, other)
  }
  for (const keyword of ['items', 'properties', 'required', 'additionalProperties', 'description'] as const)
    if (left[keyword] !== undefined) merged[keyword] = left[keyword]
  return merged
}

/** Whether two schemas state the same types: one, or a list with null. */
function isOfType({ type }: JsonSchema, other: JsonSchema): boolean {
  return JSON.stringify(type) === JSON.stringify(other.type)
}

function withoutDefault({ default: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}

function bare({ default: _, description: __, ...schema }: JsonSchema): JsonSchema {
  return schema
}
