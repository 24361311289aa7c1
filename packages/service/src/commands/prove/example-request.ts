import { models as catalogue } from '@model-tasks/spec'
import { models } from '@model-tasks/documents/upstreams/models'
import { toUpstream, type Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.js'
import { InputError } from '../../base/input-error.js'
import type { TaskKind } from '../../domain/task/record.js'

/** A submit of the API: the model, its prompt and its other parameters. */
export type ExampleRequest = JsonObject & { model: string; prompt: string }

/**
 * The first valid request of the catalogue's test vectors that the protocol can carry, of a model that has a prompt.
 * Throws `InputError` when there is none.
 */
export async function exampleRequest(mapping: Mapping, kind: TaskKind): Promise<ExampleRequest> {
  const available: Readonly<Record<string, { available: boolean }>> = catalogue
  for (const [model, facts] of Object.entries(models)) {
    if (facts.kind !== kind || available[model]?.available !== true) continue
    for (const parameters of await validRequests(model)) {
      const { prompt } = parameters
      if (typeof prompt !== 'string') continue
      const mapped = toUpstream(mapping, { facts, upstreamModel: model, parameters })
      if (!('rejections' in mapped)) return { ...parameters, model, prompt }
    }
  }
  throw new InputError(
    `${mapping.protocol} carries none of the catalogue's test requests with a prompt for ${kind} models, so there is nothing to prove it with; map "prompt", and drop or map what the models require`,
  )
}

/** The parameters of a model's valid vectors; none where it has no vectors. */
async function validRequests(model: string): Promise<JsonObject[]> {
  const path = `@model-tasks/documents/vectors/${model}.json`
  const file = await import(path, { with: { type: 'json' } }).then(
    (loaded: { default: JsonValue }) => loaded.default,
    () => [],
  )
  return (Array.isArray(file) ? file : []).flatMap((vector) => {
    if (!isJsonObject(vector) || vector['valid'] !== true || !isJsonObject(vector['body'])) return []
    const { model: _model, ...parameters } = vector['body']
    return [parameters]
  })
}
