import type { JsonValue } from '@model-tasks/spec'
import { loaders, type ModelModule } from '@model-tasks/spec/validators'
import { checkAs } from './check.js'
import type { Finding, Report } from './finding.js'
import { misnamed } from './misnamed.js'
import { stepsOf } from './pointer.js'
import { isObject, resolveModel } from './resolve.js'
import { synonyms } from './suggest.js'

/** One thing that was changed so that a request fits another model. */
export interface Change {
  kind: 'renamed' | 'dropped' | 'replaced' | 'added'
  /** The parameter as the request had it (as it is now, when `added`). */
  parameter: string
  from?: JsonValue
  to?: JsonValue
  /** One sentence, such as `resolution: "720p" becomes "768p"`. */
  message: string
}

/** What happens to a request when it goes to another model. `ok` and `findings` are about the request as it is. */
export interface Migration extends Report {
  /** The model the request named, as far as it is one. */
  from: string | undefined
  /** The request with every change made; undefined when there is no target to make it for. */
  request: Record<string, unknown> | undefined
  changes: Change[]
  /** What no change could mend: findings of the corrected request, for a person to decide on. */
  remaining: Finding[]
}

/** Says what breaks when a request goes to the model `as`, and corrects what can be corrected without guessing. */
export async function migrateRequest(body: unknown, as: string): Promise<Migration> {
  const from = resolveModel(body, loaders)?.model
  const target = isObject(body) ? resolveModel({ ...body, model: as }, loaders) : undefined
  if (target === undefined) {
    const report = misnamed(isObject(body) ? { model: as } : body, Object.keys(loaders))
    return { ...report, from, request: undefined, changes: [], remaining: report.findings }
  }
  const module = await loaders[target.model]()
  const before = checkAs(module, target.body)
  const { request, changes } = correct(module, target.body)
  return { ...before, from, request, changes, remaining: checkAs(module, request).findings }
}

interface Correction {
  request: Record<string, unknown>
  changes: Change[]
}

/** Gives each unknown parameter the name it has there, or takes it away. */
function rightNames(module: ModelModule, request: Record<string, unknown>): Change[] {
  const known = new Set(['model', ...module.facts.parameters])
  return Object.entries(request)
    .filter(([name, value]) => !known.has(name) && value !== undefined)
    .map(
      ([name, value]) =>
        rename(name, value as JsonValue, module, request) ??
        drop(name, value as JsonValue, 'the model has no such parameter', request),
    )
}

/** Mends one finding at a time until none can be mended. Each step removes its finding, so it ends. */
function correct(module: ModelModule, body: Record<string, unknown>): Correction {
  const request = { ...body }
  const changes = module.facts.reference ? rightNames(module, request) : []
  for (let step = 0; step < 64; step++) {
    const mended = checkAs(module, request).findings.some((finding) => {
      const change = finding.severity === 'error' ? mend(finding, module, request) : undefined
      if (change !== undefined) changes.push(change)
      return change !== undefined
    })
    if (!mended) break
  }
  return { request, changes }
}

function mend(finding: Finding, module: ModelModule, request: Record<string, unknown>): Change | undefined {
  const [parameter = '', ...inside] = stepsOf(finding.path)
  if (inside.length > 0) return undefined
  const value = request[parameter] as JsonValue
  switch (finding.rule) {
    case 'enum':
      return replace(parameter, value, closest(value, finding.allowed ?? []), request)
    case 'minimum':
    case 'maximum':
      return replace(parameter, value, finding.limit, request)
    case 'max-items':
      return Array.isArray(value) ? replace(parameter, value, value.slice(0, finding.limit), request) : undefined
    case 'null':
      return drop(parameter, value, 'null is no value', request)
    case 'required':
      return add(parameter, module.facts.defaults[parameter], request)
    default:
      return undefined
  }
}

function rename(
  parameter: string,
  value: JsonValue,
  module: ModelModule,
  request: Record<string, unknown>,
): Change | undefined {
  const to = [synonyms.get(parameter), ...(kin.get(parameter) ?? [])].find(
    (name) => name !== undefined && module.facts.parameters.includes(name) && !Object.hasOwn(request, name),
  )
  if (to === undefined) return undefined
  Reflect.deleteProperty(request, parameter)
  request[to] = value
  return { kind: 'renamed', parameter, from: parameter, to, message: `${parameter} is named ${to} there` }
}

/** Where the pictures of one parameter can go when a model lacks it. */
const kin: ReadonlyMap<string, string[]> = new Map([
  ['first_image', ['reference_images']],
  ['reference_images', ['first_image']],
])

function drop(parameter: string, value: JsonValue, why: string, request: Record<string, unknown>): Change {
  Reflect.deleteProperty(request, parameter)
  return { kind: 'dropped', parameter, from: value, message: `${parameter} is dropped: ${why}` }
}

function replace(
  parameter: string,
  from: JsonValue,
  to: JsonValue | undefined,
  request: Record<string, unknown>,
): Change | undefined {
  if (to === undefined) return undefined
  request[parameter] = to
  const message =
    Array.isArray(from) && Array.isArray(to)
      ? `${parameter} keeps its first ${to.length} of ${from.length} items`
      : `${parameter}: ${JSON.stringify(from)} becomes ${JSON.stringify(to)}`
  return { kind: 'replaced', parameter, from, to, message }
}

function add(parameter: string, value: JsonValue | undefined, request: Record<string, unknown>): Change | undefined {
  if (value === undefined) return undefined
  request[parameter] = value
  return {
    kind: 'added',
    parameter,
    to: value,
    message: `${parameter}: ${JSON.stringify(value)} is added, the default of a required parameter`,
  }
}

/** The allowed value nearest to one that is not: by size for `720p` and `16:9`, else the same but for case. */
function closest(value: JsonValue, allowed: JsonValue[]): JsonValue | undefined {
  const size = magnitude(value)
  if (size === undefined) return allowed.length === 1 ? allowed[0] : adaptive(value, allowed)
  let best: JsonValue | undefined
  let least = Infinity
  for (const option of allowed) {
    const distance = Math.abs(Math.log((magnitude(option) ?? Infinity) / size))
    if (distance < least) [best, least] = [option, distance]
  }
  return best
}

/** Both words let the input decide. */
function adaptive(value: JsonValue, allowed: JsonValue[]): JsonValue | undefined {
  const words: JsonValue[] = ['adaptive', 'keep_ratio']
  return words.includes(value) ? (allowed.find((option) => words.includes(option)) ?? allowed[0]) : undefined
}

/** Seconds as they are, `16:9` and `1920x1080` as a ratio, `720p` as lines, `2K` as 2,000. */
function magnitude(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value > 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  const ratio = /^(\d+)[:x*](\d+)$/.exec(value)
  if (ratio !== null) return Number(ratio[1]) / Number(ratio[2])
  const lines = /^(\d+)([pk]?)$/i.exec(value)
  return lines === null ? undefined : Number(lines[1]) * (lines[2]?.toLowerCase() === 'k' ? 1000 : 1)
}
