import { readFileSync } from 'node:fs'
import catalogue from '@model-tasks/spec/catalogue.json' with { type: 'json' }
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
      (rule === 'media-reference' ? !matchesPattern(model, body, path) : (portable.get(rule) ?? true)),
  )
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
