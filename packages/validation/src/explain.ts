import { severities } from '@model-tasks/spec/findings'
import type { ModelValidatorFacts, RawFinding } from '@model-tasks/spec/validators'
import { reportOf, type Finding, type Report } from './finding.js'
import { messages } from './messages.js'
import { stepsOf, valueAt } from './pointer.js'
import { named, received, said } from './words.js'

export { misnamed } from './misnamed.js'

/** Puts what a validator found in a body into words. The body is not changed, and no prompt is repeated. */
export function explain(facts: ModelValidatorFacts, body: Record<string, unknown>, found: readonly RawFinding[]): Report {
  const free = facts.parameters.filter((name) => !Object.hasOwn(body, name))
  const findings = found.map((raw) => worded(raw, facts, body, free))
  return reportOf(facts.model, findings.filter((finding) => !misspelt(finding, findings)))
}

/** A required parameter whose name was misspelt is one mistake: the unknown parameter names it already. */
function misspelt(finding: Finding, findings: Finding[]): boolean {
  return finding.rule === 'required'
    && findings.some((other) => other.rule === 'unknown-parameter' && other.suggestion === finding.parameter)
}

function worded({ rule, path, params }: RawFinding, facts: ModelValidatorFacts, body: Record<string, unknown>, free: string[]): Finding {
  const steps = stepsOf(path)
  const value = valueAt(body, steps)
  const parameter = steps[0] ?? ''
  const own = facts.rules[rule]
  const [text, suggestion] = own === undefined
    ? messages[rule]?.({ model: facts.model, params, value, parameters: facts.parameters, free }) ?? [rule]
    : [own.message]
  const where = own !== undefined && Array.isArray(params.parameters) ? params.parameters.map(said).join(', ')
    : steps.map((step, index) => index > 0 ? `[${step}]` : named(step)).join('')
  const sent = own === undefined ? received(value) : undefined
  return {
    rule,
    severity: own?.severity ?? severities[rule] ?? 'error',
    path,
    parameter,
    message: `${where}: ${text}`,
    ...(sent === undefined || parameter === 'prompt' ? {} : { received: sent }),
    ...(typeof params.limit === 'number' ? { limit: params.limit } : {}),
    ...(Array.isArray(params.allowed) ? { allowed: params.allowed } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    source: own?.source ?? facts.sources?.[rule] ?? (facts.parameters.includes(parameter) ? `${facts.section}, ${parameter}` : facts.section),
  }
}
