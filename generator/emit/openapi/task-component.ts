import type { Catalogue, JsonSchema, TaskField } from '../../catalogue.js'
import { objectOrEmpty } from '../../load/json-object.js'
import { taskSchema } from '../../task-schema.js'
import { json } from './json.js'

/** The known states as a type of their own, which a program may compare with; the Task's `status` may hold others too. */
export function taskStatusComponent({ task }: Catalogue): JsonSchema {
  return {
    type: 'string',
    description: 'The states that the interface names. A Task may have another: treat it as not yet at its end.',
    enum: task.states.map((state) => state.status),
    'x-task-states': json(task.states),
  }
}

/** The Task, each field with its source and with when it is there. */
export function taskComponent({ task }: Catalogue): JsonSchema {
  // What $comment says of inferences stands on each field here, and 3.0 has no such keyword.
  const { $comment: _, properties, ...schema } = taskSchema(task)
  const schemas = objectOrEmpty(properties)
  return {
    ...schema,
    properties: Object.fromEntries(
      task.fields.map((field) => [field.name, { ...fieldSchema(field, schemas[field.name]), ...fieldFacts(field) }]),
    ),
    'x-task-states': json(task.states),
    'x-task-fields': json(task.fields),
  }
}

function fieldSchema({ name, knownValues }: TaskField, schema: JsonSchema[string] | undefined): JsonSchema {
  const plain = objectOrEmpty(schema)
  if (!Array.isArray(plain.anyOf)) return plain
  return {
    ...plain,
    ...(name === 'status' ? { anyOf: [{ $ref: '#/components/schemas/TaskStatus' }, { type: 'string' }] } : {}),
    ...(knownValues ? { 'x-extensible-enum': knownValues } : {}),
  }
}

function fieldFacts({ present, inferred, models, kind, unit, source }: TaskField): JsonSchema {
  return {
    'x-present': present,
    ...(inferred ? { 'x-inferred': true } : {}),
    ...(models ? { 'x-models': models } : {}),
    ...(kind ? { 'x-kind': kind } : {}),
    ...(unit === undefined ? {} : { 'x-unit': unit }),
    'x-source': json(source),
  }
}
