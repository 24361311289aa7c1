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

/** The errors of one body; none means that it passes. */
export type Judge = (body: JsonSchema) => Rejection[]

/** Judges for the models of one catalogue, each made of the validator that would be shipped. `checks` is the compiled text of `checks.ts`. */
export function createJudges(catalogue: Catalogue, checks: string): (model: Model) => Judge {
  const compiler = createValidatorCompiler(catalogue.text, checks)
  const severities = new Map(catalogue.findings.map(({ rule, severity }) => [rule, severity]))
  return (model) => {
    if (!model.reference) return () => []
    const validate = validatorOf(model, compiler, checks)
    const own = new Map(model.rules.map(({ id, severity }) => [id, severity]))
    return (body) => validate(body).filter(({ rule }) => (own.get(rule) ?? severities.get(rule) ?? 'error') === 'error')
  }
}

/** The shipped text, evaluated. It was made here, from checks and constants, and imports nothing. */
const validatorOf = perModel((model, compiler: ValidatorCompiler, checks: string): Judge => {
  const text = moduleText([compiler.compile(model)], () => 'validate', checks)
  const made: unknown = runInThisContext(`(() => {\n${text}\nreturn validate\n})()`)
  if (!isFunction(made)) throw new Error(`the validator of ${model.id} is not a function`)
  return (body) => {
    const found = made(body)
    return Array.isArray(found) ? found.filter(isRejection) : []
  }
})

function isFunction(value: unknown): value is (body: JsonSchema) => unknown {
  return typeof value === 'function'
}

function isRejection(value: unknown): value is Rejection {
  return typeof value === 'object' && value !== null && 'rule' in value && 'path' in value
}
