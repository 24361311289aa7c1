import type { Catalogue, JsonSchema, JsonValue, Model } from '../../catalogue.js'

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

/** A page of the list of tasks, with one completed task of the first documented model. */
export function taskListExample(catalogue: Catalogue): JsonSchema {
  const model = catalogue.models.find((each) => each.reference)
  return { object: 'list', data: model ? [exampleTask(model, 'completed')] : [], has_more: false }
}

/** The beginning of the list of models, with the unavailable ones. */
export function modelListExample(catalogue: Catalogue): JsonSchema {
  const unavailable = catalogue.models.filter((model) => model.availability.status === 'unavailable')
  const shown = new Set([...catalogue.models.slice(0, 2), ...unavailable])
  return {
    object: 'list',
    data: [...shown].map(({ id, kind, availability, reference }) => ({
      id,
      object: 'model',
      kind,
      available: availability.status === 'available',
      ...(availability.status === 'unavailable' ? { reason: availability.reason } : {}),
      reference,
      price: { perTask: 1 },
    })),
  }
}

/** A quote for a task of the first documented model that costs one credit. */
export function quoteExample(catalogue: Catalogue): JsonSchema {
  const model = catalogue.models.find((each) => each.reference)
  return {
    object: 'quote',
    model: model?.id ?? '',
    amount: 1,
    lines: [{ rate: 'perTask', credits: 1, quantity: 1, amount: 1 }],
    available: 99,
    findings: [],
  }
}

/** What our service declares. */
export function capabilitiesExample(catalogue: Catalogue): JsonSchema {
  return {
    object: 'capabilities',
    version: catalogue.version,
    extensions: catalogue.service.extensions.map((extension) => extension.id),
    idempotency: { header: 'Idempotency-Key' },
    polling: { minimumSeconds: 0.25 },
  }
}

/** An uploaded picture in one state of its review. */
export function assetExample(status: string): JsonSchema {
  return { id: 'asset_0192f3a1c4', object: 'asset', status, content_type: 'image/png', bytes: 48213, created }
}
