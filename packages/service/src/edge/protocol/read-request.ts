import { isObject, write, type Json, type JsonObject, type Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { tooLarge } from '../http/body.js'
import { jsonOf, largestText } from '../http/json-body.js'

/** The key that a request carries, as the protocol carries it. */
export function keyOf(
  { authentication: { name, prefix } }: Mapping,
  headers: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const value = headers[name.toLowerCase()]
  return value?.toLowerCase().startsWith(prefix.toLowerCase()) === true ? value.slice(prefix.length) : undefined
}

/** The member that holds a body that is a file, as a data URI. */
export const bodyFile = ''

/** So many fields are read of a form, and so many steps of the name of a field. */
const [mostFields, mostSteps] = [1000, 16]

/**
 * The body of a request, from JSON, a form or a file; undefined when there is none. Throws `SyntaxError` for anything else,
 * and the problem of JSON that the service's own API would not read.
 */
export async function readBody(bytes: Buffer, contentType: string): Promise<JsonObject | undefined> {
  if (bytes.length === 0) return undefined
  const isObjectText = bytes[0] === 0x7b
  if (!isObjectText && /^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(contentType))
    return formOf(bytes, contentType)
  if (/^(image|video|audio)\//.test(contentType))
    return { [bodyFile]: await dataUri(new Blob([Uint8Array.from(bytes)], { type: contentType })) }
  const json = jsonOf(bytes)
  if (!isObject(json)) throw new SyntaxError('the body must be a JSON object')
  return json
}

async function formOf(bytes: Buffer, contentType: string): Promise<JsonObject> {
  const isMultipart = contentType.startsWith('multipart/')
  // Before it is read: each field takes far longer than its bytes.
  if (!isMultipart && bytes.length > largestText) throw tooLarge(largestText)
  if (count(bytes, isMultipart ? '\r\n--' : '&') > mostFields)
    throw new SyntaxError(`a form may have at most ${mostFields} fields`)
  const form = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw new SyntaxError('it is not the form that its Content-Type says')
    })
  let body: Json = {}
  for (const [name, value] of form) {
    const text = typeof value === 'string' ? value : await dataUri(value)
    body = write(body, stepsOf(name), text)
  }
  return isObject(body) ? body : {}
}

/** How often a text, which does not overlap itself, is in these bytes. */
function count(bytes: Buffer, text: string): number {
  let found = 0
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) found += 1
  return found
}

/** `input[image][]` as the steps of a pointer. */
function stepsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  if (rest.length > mostSteps) throw new SyntaxError(`the name of a field may have at most ${mostSteps} steps`)
  return [first, ...rest.map((step) => step.replace(/\]$/, '') || '-')]
}

async function dataUri(file: Blob): Promise<string> {
  const bytes = Buffer.from(await file.arrayBuffer())
  return `data:${file.type || 'application/octet-stream'};base64,${bytes.toString('base64')}`
}
