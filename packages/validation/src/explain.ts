import { severities } from '@model-tasks/spec/findings'
import type { ModelModule, RawFinding } from '@model-tasks/spec/validators'
import { cap, type Told } from './cap.js'
import { reportOf, type Finding, type Report } from './finding.js'
import { english } from './english.js'
import type { Language } from './language.js'
import { pointerShown, stepsOf, valueAt } from './pointer.js'
import { suggestionFor } from './suggest.js'
import { named, received, said } from './words.js'

export { misnamed } from './misnamed.js'

/**
 * Puts what the validator `module` found in a body into words. The body is not changed, and no prompt is repeated.
 * However many mistakes of one kind there are, no more than a few are told one by one.
 */
export function explain(
  module: ModelModule,
  body: Record<string, unknown>,
  found: readonly RawFinding[],
  language: Language = english,
): Report {
  const used = new Set(module.facts.parameters.filter((name) => Object.hasOwn(body, name)))
  const findings = cap(found).map((told) => worded(told, module, body, used, language))
  return reportOf(
    module.facts.model,
    findings.filter((finding) => !misspelt(finding, findings)),
  )
}

/** A required parameter whose name was misspelt is one mistake: the unknown parameter names it already. */
function misspelt(finding: Finding, findings: Finding[]): boolean {
  return (
    finding.rule === 'required' &&
    findings.some((other) => other.rule === 'unknown-parameter' && other.suggestion === finding.parameter)
  )
}

function worded(
  { raw, more }: Told,
  module: ModelModule,
  body: Record<string, unknown>,
  used: ReadonlySet<string>,
  language: Language,
): Finding {
  const { rule, path, params } = raw
  const { facts } = module
  const steps = stepsOf(path)
  const value = valueAt(body, steps)
  const parameter = steps[0] ?? ''
  const own = facts.rules[rule]
  const crowd = more.length > 0 && rule === 'unknown-parameter'
  const mistake = {
    module,
    model: facts.model,
    parameter,
    item: steps.length > 1,
    params,
    value,
    parameters: facts.parameters,
    used,
  }
  const suggestion = own === undefined && !crowd ? suggestionFor(rule, mistake) : undefined
  const text =
    own !== undefined
      ? (language.own[rule] ?? own.message)
      : crowd
        ? language.crowdUnknown(facts.model, facts.parameters)
        : (language.rules[rule]?.(mistake, suggestion) ?? rule)
  const sent = own === undefined && more.length === 0 ? received(value) : undefined
  const shownPath = pointerShown(path)
  return {
    rule,
    severity: own?.severity ?? severities[rule] ?? 'error',
    path: shownPath,
    parameter: stepsOf(shownPath)[0] ?? '',
    message: `${place({ raw, more }, steps, own !== undefined, language)}${language.colon}${text}${more.length > 0 && !crowd ? language.more(more.length) : ''}`,
    ...(sent === undefined || parameter === 'prompt' ? {} : { received: sent }),
    ...(typeof params.limit === 'number' ? { limit: params.limit } : {}),
    ...(Array.isArray(params.allowed) ? { allowed: params.allowed } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    source:
      own?.source ??
      facts.sources?.[rule] ??
      (facts.parameters.includes(parameter) ? `${facts.section}, ${parameter}` : facts.section),
  }
}

/** What the message is about: one parameter, an item of it, those that break a rule together, or a crowd of unknown ones. */
function place(
  { raw: { rule, params, path }, more }: Told,
  steps: readonly string[],
  own: boolean,
  language: Language,
): string {
  if (own && Array.isArray(params.parameters)) return params.parameters.map(said).join(', ')
  if (rule === 'unknown-parameter' && more.length > 0) {
    const names = [path, ...more.slice(0, 2).map((each) => each.path)].map((each) => named(stepsOf(each)[0] ?? ''))
    return language.crowd(names, more.length + 1 - names.length)
  }
  return steps.map((step, index) => (index > 0 ? `[${step}]` : named(step))).join('')
}
