import type { JsonSchema, TaskFacts, TaskField } from './catalogue.js'

/**
 * The Task of submit and query answers as JSON Schema 2020-12. Open on purpose: unknown fields, states and resource
 * types pass, and a field whose type the interface does not show takes any value. Fields always present are required.
 */
export function taskSchema(facts: TaskFacts): JsonSchema {
  const properties: JsonSchema = {}
  for (const field of facts.fields) properties[field.name] = fieldSchema(facts, field)
  return {
    title: 'Task',
    description: 'A generation task, as submit and query answer it.',
    type: 'object',
    $comment:
      'That fields are required is an inference where the OpenAPI document has x-inferred: the interface lists them and ties them to no state, model or endpoint.',
    required: facts.fields.filter((field) => field.present === 'always').map((field) => field.name),
    properties,
    additionalProperties: true,
  }
}

function fieldSchema(facts: TaskFacts, field: TaskField): JsonSchema {
  const type = typeof field.type === 'string' ? jsonTypes(field.type) : {}
  const known = field.name === 'status' ? facts.states.map((state) => state.status) : field.knownValues
  if (known === undefined || type.type !== 'string') return { ...type, description: field.description }
  return { description: field.description, ...extensibleEnum(known) }
}

/**
 * Known words, and any other string: generators make a union of it, in which editors complete the known ones, and a word
 * that is new tomorrow still passes.
 */
function extensibleEnum(known: readonly string[]): JsonSchema {
  return { anyOf: [{ type: 'string', enum: [...known] }, { type: 'string' }], examples: [...known] }
}

const known = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** The JSON types that the type of a field names: several in `string | null`, none where nothing is known. */
export function typesIn(text: string): string[] {
  return text.split(/[^a-z]+/).filter((word) => known.has(word))
}

/** `string`, or several types as `string | null`; a type with a remark, such as `integer, seconds`, keeps its first word. */
function jsonTypes(text: string): JsonSchema {
  const types = typesIn(text)
  if (types.length === 0) return {}
  return { type: types.length === 1 && types[0] !== undefined ? types[0] : types }
}
