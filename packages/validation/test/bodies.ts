import { readFileSync } from 'node:fs'
import type { Catalogue, MediaParameter, Model, Parameter } from '@model-tasks/spec/catalogue'
import type { JsonValue } from '@model-tasks/spec'

export type Body = Record<string, JsonValue>

const root = new URL('../../../generated/', import.meta.url)

export const catalogue = JSON.parse(readFileSync(new URL('catalogue.json', root), 'utf8')) as Catalogue
export const documented = catalogue.models.filter((model) => model.reference)

/** One `[parameter, model]` for each parameter of each documented model. */
export const everyParameter = documented.flatMap((model) =>
  model.parameters.map((parameter) => [`${model.id} ${parameter.name}`, model, parameter] as const),
)

export function modelOf(id: string): Model {
  const model = catalogue.models.find((candidate) => candidate.id === id)
  if (model === undefined) throw new Error(`no model ${id}`)
  return model
}

/** The smallest request that a model takes. */
export function minimalBody(model: Model): Body {
  return Object.fromEntries([
    ['model', model.id] as const,
    ...model.parameters
      .filter(({ required }) => required)
      .map((parameter) => [parameter.name, goodValue(parameter)] as const),
  ])
}

export function goodValue(parameter: Parameter): JsonValue {
  switch (parameter.kind) {
    case 'prompt':
    case 'string':
      return 'a paper boat'
    case 'enum':
      return parameter.values[0] ?? null
    case 'integer':
    case 'number':
      return parameter.minimum ?? 7
    case 'boolean':
      return true
    case 'media':
      return urls(parameter, Math.max(1, parameter.minItems))
    case 'array':
      return [{}]
    case 'list':
      return [goodValue(parameter.items)]
    case 'map':
      return { name: goodValue(parameter.values) }
    case 'union':
      return parameter.variants[0] === undefined ? null : goodValue(parameter.variants[0])
    case 'object':
      return Object.fromEntries(parameter.members.map((member) => [member.name, goodValue(member)]))
  }
}

export function urls(parameter: MediaParameter, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `https://example.com/${parameter.name}-${index}.png`)
}

export interface Vector {
  id: string
  body: unknown
  valid: boolean
  findings: { rule: string; path: string; severity: string; message: { en: string; zh: string } }[]
}

export function vectorsOf(id: string): Vector[] {
  return JSON.parse(readFileSync(new URL(`vectors/${id}.json`, root), 'utf8')) as Vector[]
}
