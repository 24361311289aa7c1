/** A request body that names a model. */
export interface Resolved<Id extends string> {
  model: Id
  body: Record<string, unknown>
}

/** Finds the model of a request among the keys of `known`; undefined when it names none. Nothing else of the body is looked at. */
export function resolveModel<Id extends string>(body: unknown, known: Record<Id, unknown>): Resolved<Id> | undefined {
  if (!isObject(body) || !Object.hasOwn(body, 'model')) return undefined
  const { model } = body
  return typeof model === 'string' && holds(known, model) ? { model, body } : undefined
}

/** Whether a value is what a JSON object becomes. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function holds<Id extends string>(known: Record<Id, unknown>, id: string): id is Id {
  return Object.hasOwn(known, id)
}
