import { type Json, type JsonObject, isObject, write } from './json.js'
import type { Operation } from './mapping.js'
import type { BodyMember } from './request-line.js'

/** The ID of a task as a fake or a native API tells it: with what the vendor's IDs have before it. */
export function toldId({ idForm }: Operation, { id, model }: { id: string; model: string }): string {
  return idForm === undefined ? id : `${idForm.before.join(model)}${id}`
}

/** The body of a request about a task; undefined where it has none. */
export function requestBody(
  { body }: { body?: BodyMember[] },
  facts: { id: string; model: string },
): JsonObject | undefined {
  if (body === undefined) return undefined
  const whole = body.reduce<Json>(
    (made, { to, from }) => write(made, to, from.kind === 'constant' ? from.value : facts[from.kind]),
    {},
  )
  return isObject(whole) ? whole : undefined
}
