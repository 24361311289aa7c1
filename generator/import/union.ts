import type { JsonValue } from '../catalogue.js'
import { entries, isObject, items, objectOrEmpty } from '../load/json-object.js'
import type { Keywords } from './writer.js'

/** A form of an object as the language writes it: its tag is a constant, and has to be sent. */
export function taggedForm(form: Keywords, tag: string): Keywords {
  const properties = objectOrEmpty(form.properties)
  const { enum: values, description } = objectOrEmpty(properties[tag])
  const [value = ''] = Array.isArray(values) ? values : []
  const others = items(form.required).flatMap(([, name]) => (name === tag ? [] : [name]))
  const required = items(form.required).some(([, name]) => name === tag) ? form.required : undefined
  return {
    ...form,
    type: 'object',
    required: required ?? [tag, ...others],
    properties: { ...properties, [tag]: { const: value, ...(description === undefined ? {} : { description }) } },
  }
}

/** The name of a member that means something else in one form than in another; undefined where none does. */
export function alike(form: Keywords, other: Keywords, tag: string): string | undefined {
  const known = objectOrEmpty(other.properties)
  const found = entries(form.properties).find(
    ([name, member]) =>
      name !== tag &&
      Object.hasOwn(known, name) &&
      JSON.stringify(meaning(member)) !== JSON.stringify(meaning(known[name])),
  )
  return found?.[0]
}

/** What a path to a member has to mean in every form. Of what lies inside it, everything. */
function meaning(member: JsonValue | undefined): JsonValue {
  if (!isObject(member)) return null
  const {
    type = null,
    enum: values,
    $ref = null,
    default: otherwise = null,
    items: item = null,
    properties = null,
  } = member
  const { oneOf = null, 'x-media': media = null, 'x-items': open = null } = member
  const types = items(type).flatMap(([, name]) => (name === 'null' ? [] : [name]))
  return [types.length > 0 ? types : type, values !== undefined, $ref, otherwise, item, properties, oneOf, media, open]
}
