import type { Model, TaskFacts, TaskField } from '../catalogue.js'
import { optional, type Reader } from './reader.js'

/**
 * The Task: its fields in the order of the specification, its states, its rules. A field that only some models have is also
 * that of every model that says so itself.
 */
export function readTask(schema: Reader, models: readonly Pick<Model, 'id' | 'responseExtras'>[]): TaskFacts {
  const properties = schema.object('properties')
  return {
    fields: Object.keys(properties.value).map((name) => taskField(name, properties.object(name), models)),
    states: schema.objects('x-states').map((state) => ({
      status: state.text('status'),
      terminal: state.flag('terminal'),
      description: state.text('description'),
      source: state.source(),
    })),
    rules: schema.notes(),
  }
}

function taskField(name: string, field: Reader, models: Parameters<typeof readTask>[1]): TaskField {
  const saying = models.filter(({ responseExtras }) => responseExtras.includes(name)).map(({ id }) => id)
  return {
    name,
    type: field.unknown('x-type') ?? field.text('type'),
    description: field.text('description'),
    present: field.text('x-present'),
    ...(field.optionalFlag('x-inferred') ? { inferred: true as const } : {}),
    ...(field.has('x-known-values') ? { knownValues: field.texts('x-known-values') } : {}),
    ...(field.has('x-models') ? { models: [...new Set([...field.texts('x-models'), ...saying])] } : {}),
    ...(field.has('x-kind') ? { kind: field.oneOf('x-kind', ['video', 'image', 'audio', 'mesh']) } : {}),
    ...(field.has('x-extension') ? { extension: true as const } : {}),
    ...optional('unit', field.optionalText('x-unit')),
    source: field.source(),
  }
}
