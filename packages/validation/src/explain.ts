import type { JsonValue } from '@model-tasks/spec'
import { severities, type ModelTextFacts } from '@model-tasks/spec/facts'
import type { ModelModule } from '@model-tasks/spec/validators'
import { cap, type Capped } from './cap.js'
import {
  formatName,
  formatValue,
  listed,
  messageOf,
  mistakeOf,
  received,
  render,
  replaceAt,
  shortenPointer,
  stepsOf,
  suggestionFor,
  type Language,
} from '@model-tasks/spec/messages'
import { english } from './english.js'
import { reportOf, type Finding, type Report } from './finding.js'
import { inForce } from './in-force.js'
import type { CheckOptions } from './check-options.js'

/** What a message is made from: the validator that found the mistakes, the facts of its model, and the words. */
interface Sources {
  module: ModelModule
  facts: ModelTextFacts
  language: Language
  /** Milliseconds since 1970: decides which announcements have come into force. */
  now: number
}

/** Checks a body whose `model` is the module's model. */
export function check(
  module: ModelModule,
  facts: ModelTextFacts,
  body: Record<string, unknown>,
  { language = english, now = Date.now() }: CheckOptions = {},
): Report {
  const found = module.validate(body)
  return found.length > 0
    ? explain({ module, facts, language, now }, body, found)
    : { ok: true, model: module.facts.model, findings: [] }
}

/**
 * Puts what a validator found in a body into words. The body is not changed, and no prompt is repeated. However many
 * mistakes of one sort there are, no more than a few are reported one by one.
 */
export function explain(
  sources: Sources,
  body: Record<string, unknown>,
  found: ReturnType<ModelModule['validate']>,
): Report {
  const findings = cap(inForce(found, sources.now)).map((capped) => findingOf(capped, sources, body))
  return reportOf(
    sources.facts.model,
    findings.filter((finding) => !isMisspelt(finding, findings)),
  )
}

/** A required parameter or member whose name was misspelt is one mistake: the unknown one beside it names it already. */
function isMisspelt(finding: Finding, findings: Finding[]): boolean {
  return (
    finding.rule === 'required' &&
    findings.some(
      ({ rule, path, suggestion }) =>
        rule === 'unknown-parameter' && path.replace(/[^/]*$/, formatValue(suggestion)) === finding.path,
    )
  )
}

function findingOf(capped: Capped, sources: Sources, body: Record<string, unknown>): Finding {
  const { raw, more } = capped
  const { rule, path, params } = raw
  const { facts, language, module } = sources
  const modelRule = Object.hasOwn(facts.rules, rule) ? facts.rules[rule] : undefined
  const isSummary = more.length > 0 && rule === 'unknown-parameter'
  const mistake = mistakeOf(raw, facts, body, (steps, value) => isAccepted(module, body, steps, value))
  const suggestion = modelRule === undefined && !isSummary ? suggestionFor(rule, mistake) : undefined
  const sent = modelRule === undefined && more.length === 0 ? received(mistake.value) : undefined
  const shortPath = shortenPointer(path)
  const parameter = stepsOf(shortPath)[0] ?? ''
  const message = isSummary ? summary(capped, facts, language) : messageOf(raw, mistake, suggestion, language)
  const rest = more.length > 0 && !isSummary ? render(textOf(language, 'more'), { count: more.length }, language) : ''
  return {
    rule,
    severity: modelRule?.severity ?? severities[rule] ?? 'error',
    path: shortPath,
    parameter,
    message: `${message}${rest}`,
    ...(sent === undefined || mistake.accepted?.kind === 'prompt' ? {} : { received: sent }),
    ...(typeof params.limit === 'number' ? { limit: params.limit } : {}),
    ...(Array.isArray(params.allowed)
      ? { allowed: mistake.accepted?.nullable ? [...params.allowed, null] : params.allowed }
      : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    source: modelRule?.source ?? sourceOf(rule, parameter, facts),
  }
}

function sourceOf(rule: string, parameter: string, { sources, parameters, section }: ModelTextFacts): string {
  return sources?.[rule] ?? (Object.hasOwn(parameters, parameter) ? `${section}, ${parameter}` : section)
}

/** Whether the validator accepts a value in place of one that was sent. Rules about several parameters do not count. */
function isAccepted(
  module: ModelModule,
  body: Record<string, unknown>,
  [name = '', ...inside]: readonly string[],
  value: JsonValue,
): boolean {
  const changed = replaceAt(body[name], inside, value)
  const place = [name, ...inside].map((step) => `/${step}`).join('')
  return module
    .validate({ model: module.facts.model, [name]: changed })
    .every(({ rule, path }) => severities[rule] !== 'error' || !(path === place || path.startsWith(`${place}/`)))
}

/** What is said of unknown parameters beyond those that are reported one by one. */
function summary({ raw: { path }, more }: Capped, { model, parameters }: ModelTextFacts, language: Language): string {
  const all = [path, ...more.map((each) => each.path)].map((each) => formatName(stepsOf(each)[0] ?? ''))
  const names = all.slice(0, 3)
  const rest = all.length - names.length
  const place = render(textOf(language, 'names'), { names, ...(rest > 0 ? { rest, all: all.length } : {}) }, language)
  const known = listed(Object.keys(parameters), names[0])
  return `${place}${language.colon}${render(textOf(language, 'summary'), { model, ...known }, language)}`
}

const textOf = ({ texts }: Language, text: string): readonly string[] => texts[text] ?? [text]
