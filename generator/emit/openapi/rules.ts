import type { JsonSchema, JsonValue, Rule } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'
import { portableSchema } from '../../rules/index.js'

/** The rules that reject a request, as far as plain JSON Schema has words for them. */
export function portableErrors(rules: readonly Rule[]): JsonSchema[] {
  return rules.flatMap(({ severity, schema }): JsonSchema[] => {
    const portable = severity === 'error' ? portableSchema(schema) : undefined
    return portable === undefined ? [] : [portable]
  })
}

/** The keywords under which an OpenAPI component may carry cross-field rules. */
export interface FlatRules {
  if?: JsonSchema
  then?: JsonSchema
  not?: JsonSchema
  dependentRequired?: JsonSchema
}

/**
 * Several rules as one set of top-level keywords that accepts exactly what all of them accept: the first `if`/`then`
 * stays readable, every further one joins `not`, because `if A then B` is `not (A and not B)`.
 */
export function flattenRules(rules: readonly JsonSchema[]): FlatRules {
  const flat: FlatRules = {}
  const forbidden: JsonSchema[] = []
  const dependent: Record<string, JsonValue> = {}
  for (const rule of rules) {
    const condition = asSchema(rule.if)
    const consequence = asSchema(rule.then)
    if (condition && consequence) {
      if (flat.if) forbidden.push({ allOf: [condition, { not: consequence }] })
      else Object.assign(flat, { if: condition, then: consequence })
    }
    forbidden.push(...otherwiseForbidden(rule))
    for (const [name, names] of Object.entries(asSchema(rule.dependentRequired) ?? {})) {
      dependent[name] = [...new Set([...asArray(dependent[name]), ...asArray(names)])]
    }
  }
  const [only, ...others] = forbidden
  if (only) flat.not = others.length === 0 ? only : { anyOf: forbidden }
  if (Object.keys(dependent).length > 0) flat.dependentRequired = dependent
  return flat
}

/**
 * The same rules as one `not`, for OpenAPI 3.0, which has neither `if` nor `dependentRequired`.
 * Undefined when a rule uses a keyword that 3.0 lacks.
 */
export function negatedRules(rules: readonly JsonSchema[]): JsonSchema | undefined {
  const forbidden: JsonSchema[] = []
  for (const rule of rules) {
    const condition = asSchema(rule.if)
    const consequence = asSchema(rule.then)
    if (condition && consequence) forbidden.push({ allOf: [condition, { not: consequence }] })
    forbidden.push(...otherwiseForbidden(rule))
    for (const [name, names] of Object.entries(asSchema(rule.dependentRequired) ?? {})) {
      forbidden.push({ allOf: [{ required: [name] }, { not: { required: names } }] })
    }
  }
  const [only, ...others] = forbidden
  if (!only) return undefined
  const combined: JsonSchema = others.length === 0 ? only : { anyOf: forbidden }
  return usesOnly30(combined) ? combined : undefined
}

/** What a rule forbids beside what its `then` and its `dependentRequired` do. */
function otherwiseForbidden(rule: JsonSchema): JsonSchema[] {
  const [condition, otherwise, negated] = [rule.if, rule.else, rule.not].map(asSchema)
  return [
    ...(condition && otherwise ? [{ allOf: [{ not: condition }, { not: otherwise }] }] : []),
    ...(negated ? [negated] : []),
    ...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((keyword) =>
      rule[keyword] === undefined ? [] : [{ not: { [keyword]: rule[keyword] } }],
    ),
  ]
}

const keywords30 = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'required',
  'properties',
  'items',
  'type',
  'enum',
  'minimum',
  'maximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'pattern',
])

function usesOnly30(schema: JsonSchema): boolean {
  return Object.entries(schema).every(([keyword, value]) => {
    if (!keywords30.has(keyword)) return false
    if (keyword === 'properties')
      return Object.values(asSchema(value) ?? {}).every((inner) => usesOnly30(asSchema(inner) ?? {}))
    if (keyword === 'not' || keyword === 'items') return usesOnly30(asSchema(value) ?? {})
    if (keyword === 'allOf' || keyword === 'anyOf' || keyword === 'oneOf')
      return asArray(value).every((inner) => usesOnly30(asSchema(inner) ?? {}))
    return true
  })
}

function asSchema(value: JsonValue | undefined): JsonSchema | undefined {
  return isObject(value) ? value : undefined
}

function asArray(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
