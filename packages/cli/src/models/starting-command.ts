import { resultExtension } from '@model-tasks/client/policy'
import type { JsonValue } from '@model-tasks/spec'
import type { Model, Parameter } from '@model-tasks/spec/catalogue'
import { checkRequest } from '@model-tasks/validation'
import { quoted } from '../failure/shell.js'

type Body = Record<string, JsonValue>

/** The words of a command that submits a small request of this model: the required parameters, and what its rules ask for. */
export async function startingCommand(model: Model): Promise<string[]> {
  const required = model.parameters.filter((parameter) => parameter.required)
  const body: Body = model.reference
    ? Object.fromEntries(required.map((parameter) => [parameter.name, exampleOf(parameter)]))
    : { prompt: 'A paper boat at dusk' }
  const words = Object.entries(await keepingRules(body, model)).flatMap(([name, value]) => wordsOf(name, value))
  const name = model.kind === 'image' ? 'image' : 'clip'
  return ['run', model.id, ...words, '--out', `${name}.${resultExtension({ object: model.kind })}`]
}

/** The body with what the examples of the rules that it breaks put beside it. */
async function keepingRules(body: Body, model: Model): Promise<Body> {
  const { findings } = await checkRequest({ model: model.id, ...body })
  const broken = model.rules.filter(({ id }) =>
    findings.some(({ rule, severity }) => rule === id && severity === 'error'),
  )
  return broken.reduce<Body>((kept, { examples }) => ({ ...kept, ...(examples.valid[0] as Body | undefined) }), body)
}

/** A member of a body as words of the command line. */
function wordsOf(name: string, value: JsonValue): string[] {
  if (typeof value !== 'object') return [quoted(`${name}=${value}`)]
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return value.map((item) => quoted(`${name}=${item}`))
  return [quoted(`${name}:=${JSON.stringify(value)}`)]
}

function exampleOf(parameter: Parameter): JsonValue {
  if (parameter.kind === 'prompt') return 'A paper boat at dusk'
  if ('default' in parameter && parameter.default !== undefined) return parameter.default
  switch (parameter.kind) {
    case 'enum':
      return parameter.values[0] ?? ''
    case 'integer':
    case 'number':
      return numberOf(parameter)
    case 'boolean':
      return true
    case 'media': {
      const url = `https://example.com/${parameter.media}.${parameter.extension}`
      return parameter.single === true ? url : Array.from({ length: Math.max(1, parameter.minItems) }, () => url)
    }
    case 'string': {
      const { examples: [example] = [], minLength = 0, maxLength } = parameter
      return example ?? 'value'.padEnd(minLength, '.').slice(0, maxLength)
    }
    case 'object': {
      const required = parameter.members.filter((member) => member.required)
      return Object.fromEntries(required.map((member) => [member.name, exampleOf(member)]))
    }
    case 'list':
      return Array.from({ length: parameter.minItems ?? 1 }, () => exampleOf(parameter.items))
    case 'array':
      return []
  }
}

/** The smallest number within the bounds, or the largest where there is no lower one. */
function numberOf(parameter: Extract<Parameter, { kind: 'integer' | 'number' }>): number {
  const { minimum, maximum = 0, exclusiveMinimum, exclusiveMaximum, multipleOf } = parameter
  const step = multipleOf ?? 1
  if (minimum !== undefined) return Math.ceil(minimum / step) * step
  if (exclusiveMinimum === undefined)
    return Math.floor(Math.min(maximum, (exclusiveMaximum ?? Infinity) - step) / step) * step
  const upper = exclusiveMaximum ?? parameter.maximum ?? Infinity
  return exclusiveMinimum + step < upper || multipleOf !== undefined
    ? (Math.floor(exclusiveMinimum / step) + 1) * step
    : (exclusiveMinimum + upper) / 2
}
