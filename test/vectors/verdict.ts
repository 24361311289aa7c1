import { readFileSync } from 'node:fs'
import catalogue from '@model-tasks/documents/catalogue.json' with { type: 'json' }
import { severities } from '@model-tasks/spec/findings'
import type { JsonValue, ModelId } from '@model-tasks/spec'
import { modules } from '@model-tasks/spec/validators/all'

export interface ExpectedFinding {
  rule: string
  path: string
  severity: string
}
export interface Vector {
  id: string
  body: JsonValue
  valid: boolean
  schema?: false
  findings: ExpectedFinding[]
}

export const generated = new URL('../../generated/', import.meta.url)
const portable = new Map(catalogue.findings.map((kind) => [kind.rule, kind.portable]))

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, generated), 'utf8')) as T
}

export const vectorsOf = (name: string): Vector[] => readJson<Vector[]>(`vectors/${name}.json`)

/** What the generated validator of a model finds, in the form of a vector. */
export function found(model: ModelId, body: JsonValue): ExpectedFinding[] {
  const { validate, facts } = modules[model]
  return validate(body as Record<string, unknown>).map(({ rule, path }) => ({
    rule,
    path,
    severity: facts.rules[rule]?.severity ?? severities[rule] ?? 'unknown rule',
  }))
}

/** Whether plain JSON Schema should accept a body with these findings. */
export function schemaAccepts(model: ModelId, body: JsonValue, findings: readonly ExpectedFinding[]): boolean {
  return !findings.some(
    ({ rule, path, severity }) =>
      severity === 'error' &&
      (rule === 'media-reference'
        ? !matchesPattern(model, body, path)
        : rule === 'multiple-of'
          ? hasExactStep(model, path)
          : (portable.get(rule) ?? ofModel(model, rule)?.portable !== false)),
  )
}

function ofModel(model: ModelId, rule: string): { portable?: false } | undefined {
  return catalogue.models.find(({ id }) => id === model)?.rules.find(({ id }) => id === rule)
}

interface WithStep {
  name?: string
  multipleOf?: number
  members?: WithStep[]
  items?: WithStep
  /** Stands alone where the interface does not show what a list holds. */
  unknown?: string
}

/** Whether binary fractions hold the step of the number at a path: schemas leave out any other, since libraries disagree on it. */
function hasExactStep(model: ModelId, path: string): boolean {
  const parameters: WithStep[] = catalogue.models.find(({ id }) => id === model)?.parameters ?? []
  const found = path
    .split('/')
    .slice(1)
    .reduce<WithStep | undefined>((here, step) => here?.members?.find(({ name }) => name === step) ?? here?.items, {
      members: parameters,
    })
  return Number.isInteger((found?.multipleOf ?? 1) * 2 ** 20)
}

/** Whether the published pattern accepts the reference at a path: wide spaces, which it cannot exclude in ASCII, are what is wrong then. */
function matchesPattern(model: ModelId, body: JsonValue, path: string): boolean {
  const [, name = '', index = ''] = path.split('/')
  const parameter = catalogue.models.find(({ id }) => id === model)?.parameters.find((each) => each.name === name)
  const items: unknown = (body as Record<string, JsonValue>)[name]
  const item: unknown = Array.isArray(items) ? items[Number(index)] : items
  return parameter?.kind === 'media' && typeof item === 'string' && new RegExp(parameter.pattern).test(item)
}

export function inOrder(findings: readonly ExpectedFinding[]): string[] {
  return findings.map(({ rule, path, severity }) => `${rule} ${path} ${severity}`).sort()
}
