import type { JsonSchema, JsonValue, Rule } from '../../catalogue.js'
import { isObject, objectOrEmpty } from '../../load/json-object.js'
import { rewriteSchema } from './normalise.js'
import type { Rewrite } from './normalise.js'
import { negatedRules, portableErrors } from './rules.js'

/**
 * The 3.1 document as OpenAPI 3.0.3, with `schemas` for its component schemas: `nullable` instead of a null type, `example`
 * instead of `examples`, `x-webhooks` instead of `webhooks`.
 */
export function lowerTo30(document: JsonSchema, schemas: JsonValue): JsonSchema {
  const { summary: _, license: __, ...info } = objectOrEmpty(document.info)
  const { webhooks, ...rest } = document
  const components = objectOrEmpty(document.components)
  return {
    ...objectOrEmpty(lowerInline({ ...rest, components: {} })),
    openapi: '3.0.3',
    info: { ...info, license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' } },
    components: { ...objectOrEmpty(lowerInline({ ...components, schemas: {} })), schemas },
    'x-webhooks': lowerInline(webhooks ?? {}),
  }
}

/**
 * One component schema for 3.0.3: one value of `enum` instead of `const`, and the model's rules as one `not`. What `not`
 * cannot say stays under `x-rules` and in the description.
 */
export function lowerComponent(schema: JsonSchema, rules: readonly Rule[]): JsonSchema {
  const { if: _, then: __, not: ___, dependentRequired: ____, ...rest } = schema
  const not = negatedRules(portableErrors(rules).map((schema) => rewriteSchema(schema, lowerNode)))
  return { ...rewriteSchema(rest, lowerNode), ...(not ? { not } : {}) }
}

const lowerNode: Rewrite = ({ const: value, examples, type, exclusiveMinimum, exclusiveMaximum, ...schema }) => {
  const lowered: JsonSchema = {
    ...schema,
    // In 3.0 these are marks on the bound beside them.
    ...(exclusiveMinimum === undefined ? {} : { minimum: exclusiveMinimum, exclusiveMinimum: true }),
    ...(exclusiveMaximum === undefined ? {} : { maximum: exclusiveMaximum, exclusiveMaximum: true }),
  }
  // Generators of typed languages for 3.0 make a wrapper class of such a union; a string is what it is to them.
  if (schema['x-extensible-enum'] !== undefined) {
    delete lowered.anyOf
    lowered.type = 'string'
  }
  const { oneOf } = schema
  if (Array.isArray(oneOf) && oneOf.some(isNull)) {
    lowered.oneOf = oneOf.filter((form) => !isNull(form))
    lowered.nullable = true
  }
  if (typeof type === 'string') lowered.type = type
  if (Array.isArray(type)) {
    const [first, ...others] = type.filter((name) => name !== 'null')
    if (first !== undefined && others.length === 0) lowered.type = first
    if (type.includes('null')) lowered.nullable = true
  }
  if (value !== undefined && schema.enum === undefined) lowered.enum = [value]
  if (lowered.type === 'array' && schema.items === undefined) lowered.items = {}
  if (Array.isArray(examples) && examples[0] !== undefined) lowered.example = examples[0]
  return lowered
}

const isNull = (form: JsonValue): boolean => isObject(form) && form.type === 'null'

/** Lowers the schemas of parameters, headers and bodies, wherever they stand outside the components. */
function lowerInline(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(lowerInline)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === 'schema'
        ? rewriteSchema(member, lowerNode)
        : key.startsWith('x-') || key === 'value'
          ? member
          : lowerInline(member),
    ]),
  )
}
