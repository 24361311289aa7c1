import type { JsonValue } from '@model-tasks/client'
import { createAnswer } from '@model-tasks/client/policy'
import { checkRequest } from '@model-tasks/validation'
import { readBytes } from './body.js'
import { isNestedDeeper } from './nesting.js'
import type { Parts } from './parts.js'
import { problem } from './problem.js'
import type { SignedIds } from './signed-ids.js'

/** Levels of arrays and objects in a body, as many as the service takes. */
const deepest = 64

/** A request that this user may make, with the IDs of the service in it; or why not. */
export async function requestOf(
  parts: Parts,
  request: Request,
  user: string,
): Promise<{ body: Record<string, JsonValue>; model: string } | Response> {
  // A page of another site can send any other type without being asked.
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? ''))
    return problem(415, 'send the request as application/json')
  const bytes = await readBytes(request)
  if (bytes === undefined) return problem(413, 'the request is longer than 1 MiB; upload its files')
  const { json } = createAnswer(200, new Headers(), new TextDecoder().decode(bytes))
  const { model } = Object(json) as { model?: unknown }
  if (typeof json !== 'object' || json === null || Array.isArray(json) || typeof model !== 'string')
    return problem(400, 'the body must be a JSON object with a model and its parameters')
  if (isNestedDeeper(json, deepest)) return problem(400, `the body is nested deeper than ${deepest} levels`)
  const { models } = parts.settings
  const allowed = typeof models === 'function' ? await models(user) : models
  if (!allowed.includes(model))
    return problem(403, `${JSON.stringify(model)} is not one of the models that you may use: ${allowed.join(', ')}`)
  const { ok, findings } = await checkRequest(json)
  if (!ok) return problem(400, findings.map(({ message }) => message).join('\n'), { findings })
  const opened = await openAssets(parts.ids, user, json as JsonValue)
  if (opened === undefined) return problem(404, 'an asset of the request is unknown; upload the file again')
  return { body: opened as Record<string, JsonValue>, model }
}

/** A request with the IDs that the service has for its assets; undefined where one is not of this user. */
async function openAssets(ids: SignedIds, user: string, value: JsonValue): Promise<JsonValue | undefined> {
  if (typeof value === 'string') {
    const [, signed] = /^assetId:\/\/(.+)$/s.exec(value) ?? []
    if (signed === undefined) return value
    const id = await ids.open('asset', user, signed)
    return id === undefined ? undefined : `assetId://${id}`
  }
  if (typeof value !== 'object' || value === null) return value
  const members: [string, JsonValue][] = []
  for (const [name, member] of Object.entries(value)) {
    const opened = await openAssets(ids, user, member)
    if (opened === undefined) return undefined
    members.push([name, opened])
  }
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members)
}
