import type { Catalogue, JsonSchema, JsonValue, Model, ModelKind } from '../../catalogue.js'

const id = 'task_0192f3a1c4'
const created = 1767225600

/** What the name of a result ends in. */
const extensions: Readonly<Record<ModelKind, string>> = { video: 'mp4', image: 'png', audio: 'mp3', mesh: 'glb' }

/**
 * A task of the model in one of its states, with the fields that belong to that state. Where its result is stands in every
 * field of the Task that a completed task of such a model has as a string.
 */
export function exampleTask({ id: model, kind }: Model, status: string, { task }: Pick<Catalogue, 'task'>): JsonSchema {
  const url = `https://example.com/results/${id}.${extensions[kind]}`
  const results = task.fields.filter(
    (field) =>
      field.present === 'completed' &&
      field.type === 'string' &&
      (field.kind ?? kind) === kind &&
      (field.models ?? [model]).includes(model),
  )
  const error: JsonValue = status === 'failed' ? 'invalid media type' : null
  return {
    id,
    object: kind,
    created,
    model,
    status,
    ...(status === 'completed' ? Object.fromEntries(results.map(({ name }) => [name, url])) : {}),
    error,
  }
}

/** The first model of each kind that has a parameter table, videos first. */
export function documentedModels({ models }: Catalogue): Model[] {
  return (Object.keys(extensions) as ModelKind[]).flatMap(
    (kind) => models.find((model) => model.kind === kind && model.reference) ?? [],
  )
}

/** A page of the list of tasks, with one completed task of the first documented model. */
export function taskListExample(catalogue: Catalogue): JsonSchema {
  const model = catalogue.models.find((each) => each.reference)
  return { object: 'list', data: model ? [exampleTask(model, 'completed', catalogue)] : [], has_more: false }
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

/** The current list of a parameter. */
export function valueListsExample(catalogue: Catalogue): JsonSchema {
  const model = catalogue.models.find((each) => each.reference)
  return {
    object: 'list',
    model: model?.id ?? '',
    data: [{ object: 'value_list', path: '/voice', name: 'voices', values: ['anna', 'ben'], read: created }],
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

/** An account that has spent some of its credits, and a key that may do everything. */
export function accountExample(): JsonSchema {
  return {
    object: 'account',
    id: 'account_5f1c2b7e@90ab12cd34ef',
    name: 'Studio',
    credits: 93.5,
    held: 1,
    key: { id: 'key_01j9z3', name: 'laptop', scopes: ['read', 'submit', 'assets'] },
  }
}

/** What our service declares. */
export function capabilitiesExample(catalogue: Catalogue): JsonSchema {
  return {
    object: 'capabilities',
    version: catalogue.version,
    extensions: catalogue.service.extensions.map((extension) => extension.id),
    idempotency: { header: 'Idempotency-Key', keptSeconds: 86_400, lookup: true },
    polling: { minimumSeconds: 0.25 },
    account: 'account_5f1c2b7e@90ab12cd34ef',
  }
}

/** An uploaded picture in one state of its review. */
export function assetExample(status: string): JsonSchema {
  return { id: 'asset_0192f3a1c4', object: 'asset', status, content_type: 'image/png', bytes: 48213, created }
}
