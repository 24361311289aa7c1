import type { Catalogue, JsonSchema, JsonValue, Model, Parameter, Rule } from '../../catalogue.js'
import type { Shared } from '../../file.js'
import { brokenRules, minimalRequest } from '../../read/requests.js'
import { exampleOf } from '../../kinds/index.js'
import { isExactStep } from '../../kinds/numeric.js'
import { pointerOf } from '../../load/pointer.js'
import { stepsOf, valuesAt } from '../../measures/places.js'
import { priceRequest } from '../../measures/price.js'
import { priceSubject } from '../../measures/price-subject.js'
import { perLatestModel } from '../../per-model.js'
import { satisfies } from '../../check/satisfies.js'
import { saidOfNumbers } from '../../rules/index.js'
import { saidOfValues } from './said-of-values.js'
import { withMessage } from './messages.js'
import { parameterAt } from './parameter-at.js'
import { datedFindings, parameterCases } from './parameter-cases.js'
import { promptFindings } from './prompt-text.js'
import type { ExpectedFinding, Vector } from './vector.js'

/** All vectors of one model: the smallest request, every limit of every parameter, unknown parameters, and the examples of its rules. */
export function modelVectors(model: Model, shared: Shared): Vector[] {
  const { smallest } = model.requests
  if (!model.reference) return openVectors(smallest, model, shared)
  const required = minimalRequest(model)
  const vector = (id: string, changed: JsonSchema, own: ExpectedFinding[] = []): Vector =>
    expectation(id, changed, own, model, shared)
  const cases = model.parameters.flatMap((parameter, index) =>
    parameterCases(parameter, model.parameters.slice(0, index)).map((one) => {
      const value = one.value
      const changed = withCompanions([smallest, required], one.beside, parameter.name, value, model)
      const own = one.findings.map(({ rule, path, severity }): ExpectedFinding => ({
        rule,
        path: `/${parameter.name}${path ?? ''}`,
        severity: severity ?? 'error',
      }))
      return vector(`${parameter.name}/${one.about}`, changed, own)
    }),
  )
  return distinct([
    vector('minimal', smallest),
    ...cases,
    ...unknownParameters(smallest).map(([id, changed, own]) => vector(id, changed, own)),
    ...examples(model, required, vector),
  ])
}

function ofDeprecation({ deprecated }: Model): ExpectedFinding[] {
  return deprecated === undefined ? [] : [{ rule: 'model-deprecated', path: '/model', severity: 'advice' }]
}

function openVectors(body: JsonSchema, model: Model, shared: Shared): Vector[] {
  const open: ExpectedFinding = { rule: 'no-reference', path: '/model', severity: 'advice' }
  const advice = [open, ...ofDeprecation(model)].map((finding) => withMessage(finding, body, model, shared))
  return [
    { id: 'minimal', body, valid: true, findings: advice },
    {
      id: 'anything',
      body: { ...body, duration: 5, options: { any: ['thing', 1, true] } },
      valid: true,
      findings: advice,
    },
  ]
}

/**
 * The first of the bodies that breaks no rule with one parameter changed; if each does, the first with what the rule's own
 * examples put beside the parameter.
 */
function withCompanions(
  bodies: readonly JsonSchema[],
  beside: JsonSchema | undefined,
  name: string,
  value: JsonValue | undefined,
  model: Model,
): JsonSchema {
  const changedOf = (body: JsonSchema): JsonSchema => {
    const { [name]: _, ...rest } = { ...body, ...beside }
    return value === undefined ? rest : { ...rest, [name]: value }
  }
  const [first = {}, ...others] = bodies
  const changed = changedOf(first)
  if (value === undefined || brokenRules(changed, model).length === 0) return changed
  const fuller = (): JsonSchema | undefined =>
    brokenRules(changed, model)
      .flatMap(({ examples }) => examples.valid)
      .filter((example) => Object.hasOwn(example, name))
      .map((example): JsonSchema => ({ ...changed, ...example, [name]: value }))
      .find((candidate) => brokenRules(candidate, model).length === 0)
  return others.map(changedOf).find((body) => brokenRules(body, model).length === 0) ?? fuller() ?? changed
}

function unknownParameters(body: JsonSchema): [id: string, body: JsonSchema, own: ExpectedFinding[]][] {
  const names = ['no_such_parameter', 'a/b~c', '', '__proto__', 'toString', 'constructor']
  return [
    ...names.map((name): [string, JsonSchema, ExpectedFinding[]] => [
      `unknown-parameter/${name === '' ? 'empty-name' : name.replaceAll('/', '-')}`,
      { ...body, [name]: 1 },
      [{ rule: 'unknown-parameter', path: pointerOf([name]), severity: 'error' }],
    ]),
    [
      'unknown-parameter/null',
      { ...body, no_such_parameter: null },
      [{ rule: 'unknown-parameter', path: '/no_such_parameter', severity: 'error' }],
    ],
  ]
}

function examples(model: Model, body: JsonSchema, vector: (id: string, body: JsonSchema) => Vector): Vector[] {
  const numbered = (rule: Rule, verdict: 'valid' | 'invalid'): Vector[] =>
    rule.examples[verdict].map((example, index) =>
      vector(`rule/${rule.id}/${verdict}-${index + 1}`, { ...body, ...example }),
    )
  return model.rules.flatMap((rule) => [
    ...numbered(rule, 'valid'),
    ...numbered(rule, 'invalid'),
    ...combinations(rule, model).map(([id, example]) => vector(id, { ...body, ...example })),
  ])
}

const mostCombined = 6

/** Every way in which the arrays of a rule (the first few) can be empty or hold an item: an empty one takes no part. */
function combinations(rule: Rule, model: Model): [id: string, example: JsonSchema][] {
  const arrays = model.parameters
    .filter(
      (parameter) =>
        parameter.kind === 'media' &&
        !parameter.single &&
        parameter.minItems === 0 &&
        rule.parameters.includes(parameter.name),
    )
    .slice(0, mostCombined)
  return Array.from({ length: arrays.length === 0 ? 0 : 2 ** arrays.length }, (_, bits) => {
    const isFilled = (index: number): boolean => Math.floor(bits / 2 ** index) % 2 === 1
    const example = Object.fromEntries(
      arrays.map((parameter, index) => [parameter.name, isFilled(index) ? exampleOf(parameter, model.kind) : []]),
    )
    return [`rule/${rule.id}/combination-${arrays.map((_, index) => (isFilled(index) ? 1 : 0)).join('')}`, example]
  })
}

/** Completes what the changed parameter's own limits say with prompt limits, tokens and cross-field rules of the whole body. */
function expectation(id: string, body: JsonSchema, own: ExpectedFinding[], model: Model, shared: Shared): Vector {
  const { text, findings: kinds } = shared
  const limits = [
    ...own,
    ...model.parameters.flatMap((parameter) =>
      saidOfValues(parameter, body[parameter.name], pointerOf([parameter.name])),
    ),
    ...ofPrompts(body, model, text),
  ]
  const findings = [
    ...limits,
    ...datedParameters(model).flatMap((parameter) => datedFindings(parameter, body[parameter.name], limits)),
    ...ofDeprecation(model),
    ...ofRules(body, model),
  ]
  const errors = findings.filter((finding) => finding.severity === 'error')
  const portable = (finding: ExpectedFinding): boolean =>
    finding.rule === 'media-reference'
      ? !matchesPattern(finding.path, body, model)
      : finding.rule === 'multiple-of'
        ? hasExactStep(parameterAt(stepsOf(finding.path), model.parameters, body))
        : (kinds.find((kind) => kind.rule === finding.rule)?.portable ??
          model.rules.some(({ id, portable: inSchema }) => id === finding.rule && inSchema !== false))
  const valid = errors.length === 0
  return {
    id,
    body,
    valid,
    ...(!valid && !errors.some(portable) ? { schema: false as const } : {}),
    findings: findings.map((finding) => withMessage(finding, body, model, shared)),
    ...(valid ? costOf(body, model) : {}),
  }
}

/** Throws an Error that shows the body where the price of its model says nothing of it: no other check makes as many requests. */
function costOf(body: JsonSchema, model: Model): { microCredits?: number } {
  if ('unknown' in model.price) return {}
  const [first] = model.price
  if (first === undefined) return {}
  const quote = priceRequest(subjectOf(model), first, body)
  if ('unpriceable' in quote)
    throw new Error(`${model.id}: a valid request cannot be priced, ${quote.unpriceable}: ${JSON.stringify(body)}`)
  return { microCredits: Number(quote.amount) }
}

const subjectOf = perLatestModel(priceSubject)

/** Whether the pattern of the parameter accepts the reference at a path, so that only its blanks are wrong. */
function matchesPattern(path: string, body: JsonSchema, model: Model): boolean {
  const parameter = parameterAt(stepsOf(path), model.parameters, body)
  const [found] = valuesAt([{ path }], body)
  return (
    parameter?.kind === 'media' && typeof found?.value === 'string' && expressionOf(parameter.pattern).test(found.value)
  )
}

const expressions = new Map<string, RegExp>()

/** The regular expression of a pattern. Made once: models share their patterns. */
function expressionOf(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern)
  expressions.set(pattern, known)
  return known
}

function hasExactStep(parameter: Parameter | undefined): boolean {
  return parameter === undefined || !('multipleOf' in parameter) || isExactStep(parameter.multipleOf ?? 1)
}

function ofPrompts(body: JsonSchema, model: Model, text: Catalogue['text']): ExpectedFinding[] {
  const attached = (name: string): number => {
    const value = body[name]
    // A parameter of the wrong type has its own finding; its tokens are not counted against it.
    return Array.isArray(value) ? value.length : value === undefined ? 0 : Infinity
  }
  return prompts(model).flatMap(({ name, limits, tokens }) => {
    const value = body[name]
    return typeof value === 'string' ? promptFindings(value, `/${name}`, limits, tokens, attached, text) : []
  })
}

const prompts = perLatestModel(({ parameters }) => parameters.filter((parameter) => parameter.kind === 'prompt'))

/** The parameters of a model for which something is announced. */
const datedParameters = perLatestModel(({ parameters }) =>
  parameters.filter(({ deprecated, upcoming }) => deprecated !== undefined || upcoming !== undefined),
)

function ofRules(body: JsonSchema, model: Model): ExpectedFinding[] {
  return brokenRules(body, model).map((rule) => {
    const taking = rule.parameters.filter((name) => {
      const value = body[name]
      return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)
    })
    const path = `/${taking[0] ?? rule.parameters[0]}`
    return {
      rule: rule.id,
      path,
      severity: rule.severity,
      params: { parameters: taking, ...saidOfNumbers(rule.schema, body, satisfies) },
    }
  })
}

/** The first of each id: two cases may be one where limits coincide. */
function distinct(vectors: Vector[]): Vector[] {
  const first = new Map<string, Vector>()
  for (const vector of vectors) if (!first.has(vector.id)) first.set(vector.id, vector)
  return [...first.values()]
}
