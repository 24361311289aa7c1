import { runInThisContext } from 'node:vm'
import type { Catalogue, FindingKind, JsonSchema, Model } from '../../catalogue.js'
import { createValidatorCompiler, type ValidatorCompiler } from '../../emit/validators/compile.js'
import { moduleText } from '../../emit/validators/module-text.js'
import { perModel } from '../../per-model.js'

/** What a validator says of a body: the rule and the place of each error. Advice rejects nothing. */
export interface Rejection {
  rule: string
  path: string
}

/** A finding as the shipped text reports it. */
interface RawFinding extends Rejection {
  params: JsonSchema
}

/** The errors of one body; none means that it passes. */
export type Judge = (body: JsonSchema) => Rejection[]

type Announcement = NonNullable<FindingKind['becomes']>

/** What a judge is made of beside its catalogue. */
export interface JudgeParts {
  /** The compiled text of `checks.ts`. */
  checks: string
  /** The day as of which it judges, such as `2027-01-31`. */
  today: string
  /** A rule that counts although it only advises. */
  advice?: string
}

/**
 * Judges for the models of one catalogue, each made of the validator that would be shipped. `findings` say what
 * announcements become: those of the newer catalogue where two are compared, since before 0.2.0 none said it.
 */
export function createJudges(
  catalogue: Catalogue,
  { checks, today, advice }: JudgeParts,
  findings: readonly FindingKind[] = catalogue.findings,
): (model: Model) => Judge {
  const announcements = announcementsIn(findings)
  const compiler = createValidatorCompiler(catalogue.text, checks)
  const severities = new Map(catalogue.findings.map(({ rule, severity }) => [rule, severity]))
  return (model) => {
    if (!model.reference) return () => []
    const validate = validatorOf(model, compiler, checks)
    const own = new Map(model.rules.map(({ id, severity }) => [id, severity]))
    return (body) =>
      validate(body)
        .map((found) => inForce(found, announcements, today))
        .filter(({ rule }) => rule === advice || (own.get(rule) ?? severities.get(rule) ?? 'error') === 'error')
  }
}

/** What announcements become, by their rules. */
export function announcementsIn(findings: readonly FindingKind[]): ReadonlyMap<string, Announcement> {
  return new Map(findings.flatMap(({ rule, becomes }) => (becomes === undefined ? [] : [[rule, becomes]])))
}

/** A validator knows no date: what it announces is rejected once the day has come. */
function inForce(
  { rule, path, params }: RawFinding,
  announcements: ReadonlyMap<string, Announcement>,
  today: string,
): Rejection {
  const becomes = announcements.get(rule)
  const date = becomes === undefined ? undefined : params[becomes.on]
  return { rule: becomes !== undefined && typeof date === 'string' && date <= today ? becomes.rule : rule, path }
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
