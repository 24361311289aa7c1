import type { JsonValue } from '@model-tasks/spec'
import { loaders, type ModelModule } from '@model-tasks/spec/validators'
import { loaders as factLoaders, type ModelTextFacts, type ParameterFacts } from '@model-tasks/spec/facts'
import { render, renamedTo, stepsOf, synonyms, type Language, type Slots } from '@model-tasks/spec/messages'
import { english } from './english.js'
import { check } from './explain.js'
import type { Finding, Report } from './finding.js'
import type { CheckOptions } from './check-options.js'
import { isObject, resolveModel } from './resolve.js'
import { unknownModel } from './unknown-model.js'

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
  /** The model the request named, if it names one. */
  from: string | undefined
  /** The request with every change made; undefined when there is no target to make it for. */
  request: Record<string, unknown> | undefined
  changes: Change[]
  /** What no change could correct: findings of the corrected request, for a person to decide on. */
  remaining: Finding[]
}

/** Says what breaks when a request goes to the model `as`, and corrects what can be corrected without guessing. */
export async function migrateRequest(body: unknown, as: string, options: CheckOptions = {}): Promise<Migration> {
  const { language = english, now = Date.now() } = options
  const from = resolveModel(body, loaders)?.model
  const target = isObject(body) ? resolveModel({ ...body, model: as }, loaders) : undefined
  if (target === undefined) {
    const report = unknownModel(isObject(body) ? { model: as } : body, Object.keys(loaders), language)
    return { ...report, from, request: undefined, changes: [], remaining: report.findings }
  }
  const [module, { facts }] = await Promise.all([loaders[target.model](), factLoaders[target.model]()])
  const context: Context = { module, facts, language, now }
  const before = check(module, facts, target.body, context)
  const { request, changes } = correct(context, target.body)
  return { ...before, from, request, changes, remaining: check(module, facts, request, context).findings }
}

/** The model a request goes to, and the words for what is changed. */
interface Context {
  module: ModelModule
  facts: ModelTextFacts
  language: Language
  now: number
}

interface Correction {
  request: Record<string, unknown>
  changes: Change[]
}

/** Gives each unknown parameter the name it has there, or removes it. */
function correctNames(context: Context, request: Record<string, unknown>): Change[] {
  const known = new Set(['model', ...Object.keys(context.facts.parameters)])
  return Object.entries(request)
    .filter(([name, value]) => !known.has(name) && value !== undefined)
    .map(
      ([name, value]) =>
        rename(name, value as JsonValue, context, request) ??
        drop(name, value as JsonValue, told('unknown', { parameter: name }, context.language), request),
    )
}

/** Corrects one finding at a time until none can be corrected. Each step removes its finding, so it ends. */
function correct(context: Context, body: Record<string, unknown>): Correction {
  const { module, facts } = context
  const request = { ...body }
  const changes = module.facts.reference ? correctNames(context, request) : []
  for (let step = 0; step < 64; step++) {
    let change: Change | undefined
    check(module, facts, request, context).findings.some(
      (finding) => (change = correctFinding(finding, context, request)) !== undefined,
    )
    if (change === undefined) break
    changes.push(change)
  }
  return { request, changes }
}

function correctFinding(
  finding: Finding,
  { facts, language }: Context,
  request: Record<string, unknown>,
): Change | undefined {
  const [parameter = '', ...inside] = stepsOf(finding.path)
  if (inside.length > 0) return undefined
  const value = request[parameter] as JsonValue
  switch (finding.rule) {
    case 'enum':
      return replace(
        parameter,
        value,
        closest(value, finding.allowed ?? [], facts.parameters[parameter]),
        request,
        language,
      )
    case 'minimum':
    case 'maximum':
    case 'multiple-of':
      return replace(parameter, value, finding.suggestion, request, language)
    case 'max-items':
      return Array.isArray(value)
        ? replace(parameter, value, value.slice(0, finding.limit), request, language)
        : undefined
    case 'null':
      return drop(parameter, value, told('null', { parameter }, language), request)
    case 'required':
      return add(parameter, facts.parameters[parameter]?.default, request, language)
    default:
      return undefined
  }
}

function rename(
  parameter: string,
  value: JsonValue,
  { facts, language }: Context,
  request: Record<string, unknown>,
): Change | undefined {
  const renamed = renamedTo({ params: { parameter }, siblings: facts.parameters })
  const to = [renamed, synonyms.get(parameter), ...(fallbacks.get(parameter) ?? [])].find(
    (name) => name !== undefined && Object.hasOwn(facts.parameters, name) && request[name] === undefined,
  )
  if (to === undefined) return undefined
  Reflect.deleteProperty(request, parameter)
  request[to] = value
  return {
    kind: 'renamed',
    parameter,
    from: parameter,
    to,
    message: told('renamed', { from: parameter, to }, language),
  }
}

/** What is said of a change. */
function told(change: string, slots: Slots, language: Language): string {
  return render(language.texts[`change-${change}`] ?? [change], slots, language)
}

/** Where the images of one parameter can go when a model lacks it. */
const fallbacks: ReadonlyMap<string, string[]> = new Map([
  ['first_image', ['reference_images']],
  ['reference_images', ['first_image']],
])

function drop(parameter: string, value: JsonValue, message: string, request: Record<string, unknown>): Change {
  Reflect.deleteProperty(request, parameter)
  return { kind: 'dropped', parameter, from: value, message }
}

function replace(
  parameter: string,
  from: JsonValue,
  to: JsonValue | undefined,
  request: Record<string, unknown>,
  language: Language,
): Change | undefined {
  if (to === undefined) return undefined
  request[parameter] = to
  const message =
    Array.isArray(from) && Array.isArray(to)
      ? told('shortened', { parameter, kept: to.length, items: from.length }, language)
      : told('replaced', { parameter, from, to }, language)
  return { kind: 'replaced', parameter, from, to, message }
}

function add(
  parameter: string,
  value: JsonValue | undefined,
  request: Record<string, unknown>,
  language: Language,
): Change | undefined {
  if (value === undefined) return undefined
  request[parameter] = value
  return { kind: 'added', parameter, to: value, message: told('added', { parameter, to: value }, language) }
}

/** The values that may replace another: none that should no longer be used while there are others, and not null, which is like no value. */
function usable(allowed: readonly JsonValue[], { options = [] }: Pick<ParameterFacts, 'options'>): JsonValue[] {
  const values = allowed.filter((value) => value !== null)
  const old = new Set<JsonValue>(options.filter(({ deprecated }) => deprecated).map(({ value }) => value))
  const current = values.filter((value) => !old.has(value))
  return current.length === 0 ? values : current
}

/** The allowed value nearest to one that is not: the only one, by size for `720p` and `16:9`, else another word for the same. */
function closest(
  value: JsonValue,
  all: JsonValue[],
  facts: Pick<ParameterFacts, 'options'> = {},
): JsonValue | undefined {
  if (all.length === 1) return all[0]
  const allowed = usable(all, facts)
  const size = magnitude(value)
  if (size === undefined) return adaptive(value, allowed)
  let best: JsonValue | undefined
  let minDistance = Infinity
  for (const option of allowed) {
    const distance = Math.abs(Math.log((magnitude(option) ?? Infinity) / size))
    if (distance < minDistance) [best, minDistance] = [option, distance]
  }
  return best
}

/** Both words let the input decide. */
function adaptive(value: JsonValue, allowed: JsonValue[]): JsonValue | undefined {
  const words: JsonValue[] = ['adaptive', 'keep_ratio']
  return words.includes(value) ? (allowed.find((option) => words.includes(option)) ?? allowed[0]) : undefined
}

/** Numbers as they are, `16:9` and `1920x1080` as a ratio, `720p` as lines, `2K` as 2,000. */
function magnitude(value: JsonValue): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const ratio = /^(\d+)[:x*](\d+)$/.exec(value)
  if (ratio !== null) return Number(ratio[1]) / Number(ratio[2])
  const lines = /^(\d+)([pk]?)$/i.exec(value)
  return lines === null ? undefined : Number(lines[1]) * (lines[2]?.toLowerCase() === 'k' ? 1000 : 1)
}
