import { isDeepStrictEqual } from 'node:util'
import { apiKey, callers } from './packages.mjs'
import { askedFor, interpreter, mappingOf, models, validRequests } from './requests.mjs'

/**
 * Replays every valid request through each mapping and through the vendor's own package, and compares what the two send:
 * method, path, body, and the headers that carry the key or are fixed. Prints a line per protocol; exits with 1 when
 * anything differs.
 */
const wanted = process.argv.slice(2)
const printed = 5
/** Behind every URL is this file, which an operation sends whose rows send files. */
const picture = Buffer.from('a picture')
const pictures = {
  get: (reference) =>
    reference.startsWith('data:') ? undefined : `data:image/png;base64,${picture.toString('base64')}`,
}
let mapped = 0
let equal = 0

for (const [protocol, caller] of Object.entries(callers)) {
  if (wanted.length > 0 && !wanted.includes(protocol)) continue
  const result = await prove(protocol, caller)
  console.log(
    `${protocol.padEnd(14)} ${result.valid} valid, ${result.mapped} mapped, ${result.equal} equal (${share(result)})`,
  )
  for (const difference of result.different.slice(0, printed)) console.log(`  ${JSON.stringify(difference)}`)
  mapped += result.mapped
  equal += result.equal
}
console.log(`${equal} of ${mapped} mapped requests are equal (${share({ equal, mapped })})`)
process.exitCode = equal === mapped && mapped > 0 ? 0 : 1

function share({ equal, mapped }) {
  return `${((100 * equal) / mapped).toFixed(2)} %`
}

async function prove(protocol, caller) {
  const mapping = await mappingOf(protocol)
  const result = { valid: 0, mapped: 0, equal: 0, different: [] }
  for (const [model, facts] of Object.entries(models)) {
    const operation = mapping.operations[facts.kind]
    if (facts.open || operation === undefined) continue
    const uploaded = operation.rows.some(({ file }) => file) ? pictures : undefined
    const { call } = facts.kind === 'image' ? caller.image : caller
    for (const { id, parameters } of await validRequests(model)) {
      result.valid++
      const asked = askedFor(facts, parameters)
      const upstreamModel =
        typeof caller.model === 'function' ? caller.model(asked) : (caller.model ?? 'upstream-model')
      const { resultsFolder } = caller
      const ours = interpreter.toUpstream(mapping, { facts, upstreamModel, parameters, uploaded, resultsFolder })
      if ('rejections' in ours) continue
      if (caller.takes?.(asked) === false) continue
      result.mapped++
      const path = interpreter.submitPath(operation, { facts, upstreamModel, parameters })
      const headers = headersOf(
        mapping,
        interpreter.headersOf(operation.submit, { model: upstreamModel }),
        caller.ownHeaders,
      )
      const theirs = await sentBy((fetch) => call(upstreamModel, asked, fetch), Object.keys(headers))
      const sent = { method: operation.submit.method, path, headers, body: ours.body }
      for (const name of caller.ownMembers ?? []) delete theirs.body?.[name]
      if (isDeepStrictEqual(sent, { ...theirs, path: theirs.path?.slice(-path.length) })) result.equal++
      else result.different.push({ model, id, sent, theirs })
    }
  }
  return result
}

/** The headers that a mapping fixes, with the key, but for those that the package has of its own. */
function headersOf({ authentication: { in: place, name, prefix }, headers }, ofSubmit, own = []) {
  const key = place === 'header' ? { [name]: `${prefix}${apiKey}` } : {}
  const all = { ...key, ...headers, ...ofSubmit }
  return Object.fromEntries(
    Object.entries(all)
      .map(([name, value]) => [name.toLowerCase(), value])
      .filter(([name]) => !own.includes(name)),
  )
}

/** The first request that a package sends, as data; the package is answered nonsense, and its error does not matter. */
async function sentBy(call, headers) {
  let first
  const fetch = async (input, init) => {
    const request = new Request(input, init)
    // A package that sends a file fetches it first.
    if (request.method === 'GET') return new Response(picture, { headers: { 'content-type': 'image/png' } })
    first ??= {
      method: request.method,
      path: pathIn(request.url),
      headers: Object.fromEntries(headers.map((name) => [name, request.headers.get(name)])),
      body: await bodyOf(request),
    }
    return new Response('{}', { status: 400, headers: { 'content-type': 'application/json' } })
  }
  await call(fetch).catch((error) => {
    if (first === undefined) first = { error: String(error) }
  })
  return first ?? { error: 'nothing was sent' }
}

/** A path, with the query that fixed parameters are in. */
function pathIn(url) {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

async function dataUri(file) {
  return `data:${file.type};base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`
}

async function bodyOf(request) {
  if (!(request.headers.get('content-type') ?? '').startsWith('multipart/form-data')) return request.json()
  const body = {}
  for (const [name, value] of await request.formData()) {
    const steps = name.replaceAll(']', '').split('[')
    let place = body
    // Several of one name are a list: image[].
    const [last, ...before] = steps.toReversed()
    for (const step of before.toReversed()) place = place[step] ??= last === '' ? [] : {}
    // A form has no other line end than CRLF, ours no more than theirs.
    const own = typeof value === 'string' ? value.replaceAll('\r\n', '\n') : await dataUri(value)
    if (Array.isArray(place)) place.push(own)
    else place[last] = own
  }
  return body
}
