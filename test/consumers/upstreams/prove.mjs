import { isDeepStrictEqual } from 'node:util'
import { callers } from './packages.mjs'
import { askedFor, interpreter, mappingOf, models, validRequests } from './requests.mjs'

/**
 * Replays every valid request through each mapping and through the vendor's own package, and compares what the two send:
 * method, path and body. Prints a line per protocol; exits with 1 when a difference has no reason.
 */
const wanted = process.argv.slice(2)
const limit = 5
let failed = false
let mapped = 0
let equal = 0

for (const [protocol, caller] of Object.entries(callers)) {
  if (wanted.length > 0 && !wanted.includes(protocol)) continue
  const result = await prove(protocol, caller)
  console.log(
    `${protocol.padEnd(14)} ${result.valid} valid, ${result.mapped} mapped, ${result.equal} equal (${((100 * result.equal) / result.mapped).toFixed(2)} %), ${result.explained} explained, ${result.unexplained.length} unexplained`,
  )
  for (const [reason, count] of result.reasons) console.log(`  ${count} × ${reason}`)
  for (const difference of result.unexplained.slice(0, limit))
    console.log(`  unexplained ${JSON.stringify(difference)}`)
  if (result.unexplained.length > 0) failed = true
  mapped += result.mapped
  equal += result.equal
}
console.log(`${equal} of ${mapped} mapped requests are equal (${((100 * equal) / mapped).toFixed(2)} %)`)
process.exitCode = failed || (wanted.length === 0 && equal < 0.99 * mapped) ? 1 : 0

async function prove(protocol, caller) {
  const mapping = await mappingOf(protocol)
  const result = { valid: 0, mapped: 0, equal: 0, explained: 0, unexplained: [], reasons: new Map() }
  for (const [model, facts] of Object.entries(models)) {
    if (facts.open || mapping.operations[facts.kind] === undefined) continue
    const { call, explained } = facts.kind === 'image' ? caller.image : caller
    for (const { id, parameters } of await validRequests(model)) {
      result.valid++
      const asked = askedFor(facts, parameters)
      const upstreamModel =
        typeof caller.model === 'function' ? caller.model(asked) : (caller.model ?? 'upstream-model')
      const ours = interpreter.toUpstream(mapping, { facts, upstreamModel, parameters })
      if ('rejections' in ours) continue
      result.mapped++
      const theirs = await sentBy((fetch) => call(upstreamModel, asked, fetch))
      const { submit } = mapping.operations[facts.kind]
      const sent = {
        method: submit.method,
        path: interpreter.pathOf(submit.path, { model: upstreamModel }),
        body: ours.body,
      }
      const theirPath = theirs.path?.slice(-sent.path.length)
      if (isDeepStrictEqual(sent, { ...theirs, path: theirPath })) {
        result.equal++
        continue
      }
      const reason = explained.find(({ applies }) => applies(asked))?.reason
      if (reason === undefined) result.unexplained.push({ model, id, sent, theirs })
      else {
        result.explained++
        result.reasons.set(reason, (result.reasons.get(reason) ?? 0) + 1)
      }
    }
  }
  return result
}

/** The first request that a package sends, as data; the package is answered nonsense, and its error does not matter. */
async function sentBy(call) {
  let first
  const fetch = async (input, init) => {
    const request = new Request(input, init)
    first ??= {
      method: request.method,
      path: new URL(request.url).pathname,
      body: await bodyOf(request),
    }
    return new Response('{}', { status: 400, headers: { 'content-type': 'application/json' } })
  }
  await call(fetch).catch((error) => {
    if (first === undefined) first = { error: String(error) }
  })
  return first ?? { error: 'nothing was sent' }
}

async function bodyOf(request) {
  if (!(request.headers.get('content-type') ?? '').startsWith('multipart/form-data')) return request.json()
  const body = {}
  for (const [name, value] of await request.formData()) {
    const steps = name.replaceAll(']', '').split('[')
    let place = body
    for (const step of steps.slice(0, -1)) place = place[step] ??= {}
    // A form has no other line end than CRLF, ours no more than theirs.
    place[steps.at(-1)] = value.replaceAll('\r\n', '\n')
  }
  return body
}
