import type { JsonSchema, JsonValue, Model } from '../../catalogue.js'

const id = 'task_0192f3a1c4'
const created = 1767225600

/** A task of the model in one of its states, with the fields the interface says belong to that state. */
export function exampleTask(model: Model, status: string): JsonSchema {
  const task: JsonSchema = { id, object: model.kind, created, model: model.id, status }
  if (status === 'completed') {
    const url = `https://example.com/results/${id}.${model.kind === 'video' ? 'mp4' : 'png'}`
    Object.assign(task, { result_url: url, [`${model.kind}_url`]: url })
  }
  const error: JsonValue = status === 'failed' ? 'invalid media type' : null
  return { ...task, error }
}
