import type { JsonSchema, JsonValue } from './catalogue.js'
import { isObject, items, objectOrEmpty } from './load/json-object.js'

const sameValue = new Set(['if', 'then', 'else', 'not'])
const sameValueLists = new Set(['allOf', 'anyOf', 'oneOf'])
const ofObjects = ['properties', 'required', 'dependentRequired']

/**
 * A rule in which every keyword for values of one type stands beside that type, as ajv's strict mode and generators of
 * typed code want. `about` is the schema of what the rule is about: a value it accepts has the types stated there, so
 * stating them again changes no verdict.
 */
export function withTypes(rule: JsonSchema, about: JsonSchema): JsonSchema {
  const value = ofAllForms(about)
  const typed: JsonSchema = {}
  if (rule.type === undefined && value.type !== undefined && isAboutOneType(rule)) typed.type = value.type
  for (const [keyword, member] of Object.entries(rule)) typed[keyword] = typedMember(keyword, member, value)
  const missing = namesWithout(rule, value)
  if (missing.length > 0)
    typed.properties = { ...objectOrEmpty(typed.properties), ...Object.fromEntries(missing.map((name) => [name, {}])) }
  return typed
}

/** Of an object of several forms, what is stated of any of them. */
function ofAllForms(schema: JsonSchema): JsonSchema {
  const forms = items(schema.oneOf).flatMap(([, form]) => (isObject(form) ? [form] : []))
  const types = [...new Set(forms.flatMap(({ type }) => type ?? []))]
  if (!types.includes('object') || types.some((type) => type !== 'object' && type !== 'null')) return schema
  const properties = Object.fromEntries(forms.flatMap((form) => Object.entries(objectOrEmpty(form.properties))))
  return { ...schema, type: types.length === 1 ? 'object' : types, properties }
}

function typedMember(keyword: string, member: JsonValue, value: JsonSchema): JsonValue {
  if (sameValue.has(keyword) && isObject(member)) return withTypes(member, value)
  if (sameValueLists.has(keyword) && Array.isArray(member))
    return member.map((inner) => (isObject(inner) ? withTypes(inner, value) : inner))
  if ((keyword === 'items' || keyword === 'contains') && isObject(member))
    return withTypes(member, objectOrEmpty(value.items))
  if (keyword === 'properties' && isObject(member)) {
    const known = objectOrEmpty(value.properties)
    return Object.fromEntries(
      Object.entries(member).map(([name, inner]) => [
        name,
        isObject(inner) ? withTypes(inner, objectOrEmpty(known[name])) : inner,
      ]),
    )
  }
  return member
}

/** Whether a keyword of the schema says nothing of values of other types. */
function isAboutOneType(schema: JsonSchema): boolean {
  return Object.keys(schema).some(
    (keyword) =>
      ofObjects.includes(keyword) ||
      /^(min|max|exclusive)/.test(keyword) ||
      ['items', 'contains', 'uniqueItems', 'pattern', 'multipleOf', 'additionalProperties'].includes(keyword),
  )
}

/** Names that a schema requires without saying anything of them; strict mode takes such a name for a typo. */
function namesWithout(schema: JsonSchema, value: JsonSchema): string[] {
  const said = objectOrEmpty(schema.properties)
  const known = objectOrEmpty(value.properties)
  const required = Array.isArray(schema.required) ? schema.required : []
  return required.filter((name): name is string => typeof name === 'string' && name in known && !(name in said))
}
