import { type Json, type JsonObject, isObject, write } from './json.js'
import type { Operation } from './mapping.js'

/** The ID of a task as a fake or a native API tells it: with what the vendor's IDs have before it. */
export function toldId({ idForm }: Operation, { id, model }: { id: string; model: string }): string {
  return idForm === undefined ? id : `${idForm.before.join(model)}${id}`
}

/** The body of a query; undefined where it has none. */
export function queryBody({ query }: Operation, facts: { id: string; model: string }): JsonObject | undefined {
  if (query?.body === undefined) return undefined
  const body = query.body.reduce<Json>(
    (whole, { to, from }) => write(whole, to, from.kind === 'constant' ? from.value : facts[from.kind]),
    {},
  )
  return isObject(body) ? body : undefined
}
