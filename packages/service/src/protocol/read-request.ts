import { isObject, write, type Json, type JsonObject, type Mapping } from '@model-tasks/spec/upstreams/interpreter'

/** The key that a request carries, as the protocol carries it. */
export function keyOf(
  { authentication: { in: place, name, prefix } }: Mapping,
  headers: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
): string | undefined {
  const value = place === 'query' ? (query.get(name) ?? undefined) : headers[name.toLowerCase()]
  return value?.toLowerCase().startsWith(prefix.toLowerCase()) === true ? value.slice(prefix.length) : undefined
}

/** The member that holds a body that is a file, as a data URI. */
export const bodyFile = ''

/** The body of a request, from JSON, a form or a file; undefined when there is none. Throws `SyntaxError` for anything else. */
export async function readBody(bytes: Uint8Array, contentType: string): Promise<JsonObject | undefined> {
  if (bytes.length === 0) return undefined
  const isObjectText = bytes[0] === 0x7b
  if (!isObjectText && /^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(contentType))
    return formOf(bytes, contentType)
  if (/^(image|video|audio)\//.test(contentType))
    return { [bodyFile]: await dataUri(new Blob([Buffer.from(bytes)], { type: contentType })) }
  const json: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))
  if (!isObject(json)) throw new SyntaxError('the body must be a JSON object')
  return json
}

async function formOf(bytes: Uint8Array, contentType: string): Promise<JsonObject> {
  const form = await new Response(Buffer.from(bytes), { headers: { 'content-type': contentType } }).formData()
  let body: Json = {}
  for (const [name, value] of form) {
    const text = typeof value === 'string' ? value : await dataUri(value)
    body = write(body, stepsOf(name), text)
  }
  return isObject(body) ? body : {}
}

/** `input[image][]` as the steps of a pointer. */
function stepsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map((step) => step.replace(/\]$/, '') || '-')]
}

async function dataUri(file: Blob): Promise<string> {
  const bytes = Buffer.from(await file.arrayBuffer())
  return `data:${file.type || 'application/octet-stream'};base64,${bytes.toString('base64')}`
}
