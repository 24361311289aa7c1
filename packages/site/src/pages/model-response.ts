import type { Catalogue, JsonValue, Model } from '@model-tasks/spec/catalogue'
import { isUnknown } from '../facts/value.js'

const examples: Record<string, JsonValue> = { id: 'task_0192f3a1c4', created: 1_767_225_600, status: 'completed' }

/** A completed task of the model, with the fields such a task has. A field whose type is not shown says so. */
export const exampleTask = (model: Model, catalogue: Catalogue): Record<string, JsonValue> => {
  const ending = model.kind === 'video' ? 'mp4' : 'png'
  const url = `https://example.com/results/task_0192f3a1c4.${ending}`
  const fields = catalogue.task.fields.filter((field) =>
    (field.kind === undefined || field.kind === model.kind) && (field.models === undefined || field.models.includes(model.id)) && field.present !== 'failed')
  return Object.fromEntries(fields.map((field): [string, JsonValue] => {
    if (isUnknown(field.type)) return [field.name, '… (type not shown)']
    if (field.name === 'model') return [field.name, model.id]
    if (field.name === 'object') return [field.name, model.kind]
    return [field.name, examples[field.name] ?? url]
  }))
}
