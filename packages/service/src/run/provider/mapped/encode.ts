import { isObject, type Json } from '@model-tasks/documents/upstreams/interpreter'

/** A request body and the headers that describe it. */
export interface EncodedBody {
  body: string | FormData | Blob
  headers: Record<string, string>
}

/** A body as an upstream takes it. */
export function encodeBody(body: Json, encoding: 'json' | 'form'): EncodedBody {
  if (encoding === 'json') return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const form = new FormData()
  for (const [name, value] of fieldsOf(body, '')) form.append(name, value)
  return { body: form, headers: {} }
}

/** Nested members get names in brackets, as the clients of such APIs write them. */
function* fieldsOf(value: Json, name: string): Iterable<[string, string]> {
  if (Array.isArray(value)) {
    for (const item of value) yield* fieldsOf(item, `${name}[]`)
  } else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* fieldsOf(item, name === '' ? key : `${name}[${key}]`)
  } else if (value !== null) {
    yield [name, String(value)]
  }
}
