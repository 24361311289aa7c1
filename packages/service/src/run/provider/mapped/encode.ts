import { formOf, isObject, type Json, type Operation } from '@model-tasks/documents/upstreams/interpreter'
import { fileOf } from './data-uri.js'
import { multipart, type FormField } from './multipart.js'

/** A request body and the headers that describe it. */
export interface EncodedBody {
  body: string | Uint8Array<ArrayBuffer>
  headers: Record<string, string>
}

/** A body in JSON. */
export function jsonBody(body: Json): EncodedBody {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

/** The body of a submit in the encoding that its path takes. */
export function submitBody({ rows }: Operation, encoding: Operation['encoding'], body: Json): EncodedBody {
  if (encoding === 'json') return jsonBody(body)
  const files = new Set(rows.flatMap(({ file, to: [name = ''] }) => (file === true ? [name] : [])))
  const fields = [...fieldsOf(body, '')].map(([name, value]): FormField => {
    const isFile = files.has(name.replace(/\[\]$/, '')) && formOf(value) === 'data'
    return { name, value: isFile ? partOf(value) : value }
  })
  return formBody(fields)
}

/** A form with these fields. */
export function formBody(fields: readonly FormField[]): EncodedBody {
  const { body, contentType } = multipart(fields)
  return { body, headers: { 'content-type': contentType } }
}

/** The file in a data URI as a field of a form. */
export function partOf(dataUri: string): Exclude<FormField['value'], string> {
  const { bytes, contentType = 'application/octet-stream' } = fileOf(dataUri)
  return { bytes, contentType }
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
