import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { isObject, items } from '../../load/json-object.js'
import { explicit, rewriteSchema } from './normalise.js'

/** A component schema with the forms of its unions as components of their own. */
export interface WithForms {
  schema: JsonSchema
  forms: [name: string, schema: JsonSchema][]
}

/**
 * Takes the forms of every union out of a component: a discriminator maps values to components, and says nothing of schemas
 * that stand where they are used.
 */
export function withForms(component: string, whole: JsonSchema): WithForms {
  const forms = new Map<string, JsonSchema>()
  const free = (name: string): string => (forms.has(name) ? free(`${name}_`) : name)
  const visit = (schema: JsonSchema, path: string): JsonSchema => {
    const { properties, items: item, oneOf } = schema
    const inner: JsonSchema = {
      ...schema,
      ...(isObject(properties)
        ? { properties: mapped(properties, (member, name) => visit(member, `${path}_${name}`)) }
        : {}),
      ...(isObject(item) ? { items: visit(item, path) } : {}),
    }
    const tag = Array.isArray(oneOf) ? tagOf(oneOf) : undefined
    if (tag === undefined || !Array.isArray(oneOf)) return inner
    const mapping: JsonSchema = {}
    const references = oneOf.map((form) => {
      const value = isObject(form) ? valueOf(form, tag) : undefined
      if (!isObject(form) || value === undefined) return form
      const name = free(`${path}_${value}`.replace(/\W+/g, '_'))
      forms.set(name, {})
      forms.set(name, rewriteSchema(visit(form, name), explicit))
      mapping[value] = `#/components/schemas/${name}`
      return { $ref: mapping[value] }
    })
    return { ...inner, oneOf: references, discriminator: { propertyName: tag, mapping } }
  }
  return { schema: visit(whole, component), forms: [...forms] }
}

function mapped(
  members: JsonSchema,
  map: (member: JsonSchema, name: string) => JsonSchema,
): { [name: string]: JsonValue } {
  return Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, isObject(member) ? map(member, name) : member]),
  )
}

/** The member that has a constant in every form; undefined where the alternatives cannot be told apart. */
function tagOf(oneOf: readonly JsonValue[]): string | undefined {
  const forms = oneOf.filter(isObject).filter(({ type }) => type !== 'null')
  const [first] = forms
  if (first === undefined || !isObject(first.properties)) return undefined
  return Object.keys(first.properties).find((name) => forms.every((form) => valueOf(form, name) !== undefined))
}

/** The constant of a member that must be there. */
function valueOf({ properties, required }: JsonSchema, name: string): string | undefined {
  const member = isObject(properties) ? properties[name] : undefined
  const isRequired = items(required).some(([, each]) => each === name)
  return isRequired && isObject(member) && typeof member.const === 'string' ? member.const : undefined
}
