import { runInThisContext } from 'node:vm'
import type { Catalogue, JsonSchema, Model } from '../../catalogue.js'
import { createValidatorCompiler, type ValidatorCompiler } from '../../emit/validators/compile.js'
import { moduleText } from '../../emit/validators/module-text.js'
import { perModel } from '../../per-model.js'

/** What a validator says of a body: the rule and the place of each error. Advice rejects nothing. */
export interface Rejection {
  rule: string
  path: string
}

/** A finding as the shipped text reports it. */
export interface RawFinding extends Rejection {
  params: JsonSchema
}

/** The errors of one body; none means that it passes. */
export type Judge = (body: JsonSchema) => Rejection[]

/** What a validator announces, as advice, until the date that its finding names; and what rejects the same from then on. */
const announcements: ReadonlyMap<string, { date: 'until' | 'from'; rule: string }> = new Map([
  ['parameter-deprecated', { date: 'until', rule: 'parameter-retired' }],
  ['model-deprecated', { date: 'until', rule: 'model-retired' }],
  ['limit-upcoming', { date: 'from', rule: 'limit-effective' }],
])

/** The rules that reject from a date on. */
export const datedRules: ReadonlySet<string> = new Set([...announcements.values()].map(({ rule }) => rule))

/** What a judge is made of beside its catalogue. */
export interface JudgeParts {
  /** The compiled text of `checks.ts`. */
  checks: string
  /** The day as of which it judges, such as `2027-01-31`. */
  today: string
}

/** Judges for the models of one catalogue, each made of the validator that would be shipped. */
export function createJudges(catalogue: Catalogue, { checks, today }: JudgeParts): (model: Model) => Judge {
  const compiler = createValidatorCompiler(catalogue.text, checks)
  const severities = new Map(catalogue.findings.map(({ rule, severity }) => [rule, severity]))
  return (model) => {
    if (!model.reference) return () => []
    const validate = validatorOf(model, compiler, checks)
    const own = new Map(model.rules.map(({ id, severity }) => [id, severity]))
    return (body) =>
      validate(body)
        .map((found) => inForce(found, today))
        .filter(({ rule }) => (own.get(rule) ?? severities.get(rule) ?? 'error') === 'error')
  }
}

/**
 * A validator knows no date: what it announces is rejected once the day has come. The validation package decides the same
 * for callers; the generator imports no package, and a test holds the two together.
 */
export function inForce({ rule, path, params }: RawFinding, today: string): Rejection {
  const announced = announcements.get(rule)
  const date = announced === undefined ? undefined : params[announced.date]
  return { rule: announced !== undefined && typeof date === 'string' && date <= today ? announced.rule : rule, path }
}

/** The shipped text, evaluated. It was made here, from checks and constants, and imports nothing. */
const validatorOf = perModel(
  (model, compiler: ValidatorCompiler, checks: string): ((body: JsonSchema) => RawFinding[]) => {
    const text = moduleText([compiler.compile(model)], () => 'validate', checks)
    const made: unknown = runInThisContext(`(() => {\n${text}\nreturn validate\n})()`)
    if (!isFunction(made)) throw new Error(`the validator of ${model.id} is not a function`)
    return (body) => {
      const found = made(body)
      return Array.isArray(found) ? found.filter(isFinding) : []
    }
  },
)

function isFunction(value: unknown): value is (body: JsonSchema) => unknown {
  return typeof value === 'function'
}

function isFinding(value: unknown): value is RawFinding {
  if (typeof value !== 'object' || value === null || !('rule' in value) || !('path' in value)) return false
  return 'params' in value && typeof value.params === 'object' && value.params !== null
}
