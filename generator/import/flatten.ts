import type { JsonValue } from '../catalogue.js'
import { written } from '../kinds/words.js'
import { entries, isObject, items } from '../load/json-object.js'
import { isDeepStrictEqual } from 'node:util'
import { pointerOf } from '../load/pointer.js'
import { CannotImportError, type OpenApi } from './document.js'
import type { Fact, Notes } from './lost.js'

/** A schema without references, `allOf` and null: what it states in the end, each with the place that states it. */
export interface Flat {
  pointer: string
  keywords: Map<string, Fact<JsonValue>>
  properties: Map<string, Fact<JsonValue>>
  required: Map<string, Fact<JsonValue>>
  /** The titles of single values, where each value is a schema of its own. */
  labels: Map<JsonValue, string>
  /** The forms of an object, and the member by whose value they are told apart; undefined where it has one form. */
  union: { tag: string; forms: readonly Fact<JsonValue>[] } | undefined
  /** Whether null is a value of it. */
  nullable: boolean
  /** Where the schemas stand that it is made of, and those around it. */
  within: ReadonlySet<string>
}

/** References multiply: a short document can describe more than a person reads, or a machine holds. */
const maxSchemas = 10_000
const maxWithin = 1000

/** What an outer schema says of a value wins over what it refers to. */
const annotations = new Set(['description', 'title', 'default', 'examples', 'example', 'x-order'])

/** Reads a schema into what it states, with one alternative where it has several of different shapes. */
export function flatten(
  document: OpenApi,
  { value, pointer }: Fact<JsonValue>,
  notes: Notes,
  within: ReadonlySet<string> = new Set(),
): Flat {
  notes.schemas += 1
  if (notes.schemas > maxSchemas)
    throw new CannotImportError(
      `the body has more than ${maxSchemas} schemas, with each reference as what it leads to (the next one at ${pointer}); take out of the document what the model does not need`,
    )
  const around = new Set([...within, pointer])
  const flat: Flat = {
    pointer,
    keywords: new Map(),
    properties: new Map(),
    required: new Map(),
    labels: new Map(),
    union: undefined,
    nullable: false,
    within: around,
  }
  if (around.size > maxWithin) notes.lose(pointer, `it lies within ${maxWithin} other schemas`)
  if (!isObject(value) || around.size > maxWithin) return flat
  const inner = (fact: Fact<JsonValue>): Flat => flatten(document, fact, notes, around)
  const alternatives: Fact<JsonValue>[] = []
  const parts: Fact<JsonValue>[] = []
  for (const [key, member] of Object.entries(value)) {
    const at = pointer + pointerOf([key])
    if (key === '$ref') {
      const target = typeof member === 'string' ? document.resolve(member) : undefined
      if (target === undefined) notes.lose(at, `the document has nothing at ${JSON.stringify(member)}`)
      else if (around.has(target.pointer))
        notes.lose(at, 'it leads back to where it stands, and a model file has no shape within itself')
      else parts.push(withoutTitle(target))
    } else if (key === 'allOf')
      parts.push(...items(member).map(([index, item]) => ({ value: item, pointer: `${at}/${index}` })))
    else if ((key === 'anyOf' || key === 'oneOf') && Array.isArray(member))
      alternatives.push(...member.map((item, index) => ({ value: item, pointer: `${at}/${index}` })))
    else if (key === 'properties')
      for (const [name, property] of entries(member))
        flat.properties.set(name, { value: property, pointer: at + pointerOf([name]) })
    else if (key === 'required')
      for (const [index, name] of items(member)) {
        if (typeof name === 'string') flat.required.set(name, { value: name, pointer: `${at}/${index}` })
      }
    else if (key === 'nullable') flat.nullable ||= member === true
    else flat.keywords.set(key, { value: member, pointer: at })
  }
  splitNull(flat)
  readExclusive(flat)
  for (const part of parts) merge(flat, inner(part), notes)
  if (alternatives.length > 0) choose(flat, alternatives, inner, notes)
  return flat
}

/** The title of what a reference leads to names a class of the vendor's, and not the parameter. */
function withoutTitle({ value, pointer }: Fact<JsonValue>): Fact<JsonValue> {
  if (!isObject(value)) return { value, pointer }
  const { title: _, ...rest } = value
  return { value: rest, pointer }
}

/** Takes null out of the types and the values. */
function splitNull(flat: Flat): void {
  const type = flat.keywords.get('type')
  if (type !== undefined && Array.isArray(type.value)) {
    const others = type.value.filter((name) => name !== 'null')
    flat.nullable ||= others.length < type.value.length
    flat.keywords.set('type', { value: others.length === 1 ? (others[0] ?? null) : others, pointer: type.pointer })
  }
  const constant = flat.keywords.get('const')
  if (constant !== undefined && constant.value !== null) {
    flat.keywords.delete('const')
    flat.keywords.set('enum', { value: [constant.value], pointer: constant.pointer })
  }
  const values = flat.keywords.get('enum')
  if (values !== undefined && Array.isArray(values.value) && values.value.includes(null) && values.value.length > 1) {
    flat.nullable = true
    flat.keywords.set('enum', { value: values.value.filter((item) => item !== null), pointer: values.pointer })
  }
}

/** OpenAPI 3.0 says `exclusiveMinimum: true` beside `minimum`. */
function readExclusive({ keywords }: Flat): void {
  for (const [bound, exclusive] of bounds) {
    const flag = keywords.get(exclusive)
    if (flag === undefined || typeof flag.value !== 'boolean') continue
    const limit = keywords.get(bound)
    keywords.delete(exclusive)
    if (!flag.value || limit === undefined) continue
    keywords.delete(bound)
    keywords.set(exclusive, limit)
  }
}

const bounds = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

const isNull = ({ value }: Fact<JsonValue>): boolean =>
  isObject(value) && (value.type === 'null' || value.const === null || isDeepStrictEqual(value.enum, [null]))

/** Adds what another schema demands of the same value. */
function merge(flat: Flat, other: Flat, notes: Notes): void {
  flat.nullable ||= other.nullable
  flat.within = new Set([...flat.within, ...other.within])
  flat.union ??= other.union
  for (const [name, property] of other.properties)
    if (!flat.properties.has(name)) flat.properties.set(name, property)
    else if (!isDeepStrictEqual(flat.properties.get(name)?.value, property.value))
      notes.lose(property.pointer, 'the member is described twice, and the other description is in the file')
  for (const [name, fact] of other.required) flat.required.set(name, fact)
  for (const [value, label] of other.labels) flat.labels.set(value, label)
  for (const [key, fact] of other.keywords) {
    const own = flat.keywords.get(key)
    if (own === undefined) flat.keywords.set(key, fact)
    else if (isDeepStrictEqual(own.value, fact.value) || annotations.has(key)) continue
    else {
      const both = narrower(key, own, fact)
      if (both === undefined) notes.lose(fact.pointer, `it contradicts ${own.pointer}, which is in the file`)
      else flat.keywords.set(key, both)
    }
  }
}

/** The stricter of two demands of one keyword; undefined where neither includes the other. */
function narrower(key: string, one: Fact<JsonValue>, other: Fact<JsonValue>): Fact<JsonValue> | undefined {
  if (typeof one.value === 'number' && typeof other.value === 'number') {
    if (/^(minimum|exclusiveMinimum|min[A-Z])/.test(key)) return one.value >= other.value ? one : other
    if (/^(maximum|exclusiveMaximum|max[A-Z])/.test(key)) return one.value <= other.value ? one : other
  }
  if (key === 'type') return one.value === 'integer' ? one : other.value === 'integer' ? other : undefined
  if (key === 'enum' && Array.isArray(one.value) && Array.isArray(other.value)) {
    const shared = one.value.filter((item) => (other.value as JsonValue[]).includes(item))
    return shared.length === 0 ? undefined : { value: shared, pointer: one.pointer }
  }
  return undefined
}

/** Adds one of several alternatives: all of them where they are lists of values, else the one of the default, or the first. */
function choose(
  flat: Flat,
  alternatives: readonly Fact<JsonValue>[],
  inner: (fact: Fact<JsonValue>) => Flat,
  notes: Notes,
): void {
  const others = alternatives.filter((each) => !isNull(each))
  flat.nullable ||= others.length < alternatives.length
  const shapes = others.map(inner).map((shape) => ({ shape, hasShape: isShape(shape) }))
  if (shapes.some(({ hasShape }) => !hasShape)) {
    for (const { shape } of shapes) notes.lose(shape.pointer, ruleReason)
    return
  }
  const [first] = shapes
  if (first === undefined) return
  const values = shapes.map(({ shape }) => shape.keywords.get('enum')?.value)
  if (shapes.length > 1 && values.every(Array.isArray)) {
    const labels = new Map<JsonValue, string>()
    for (const { shape } of shapes)
      for (const [key, fact] of shape.keywords)
        if (key !== 'enum' && key !== 'type' && !(key === 'title' && label(shape, fact.value, labels)))
          notes.lose(fact.pointer, noPlace)
    for (const { value, pointer } of alternatives.filter(isNull))
      if (isObject(value) && value.title !== undefined && !labelled(null, value.title, labels))
        notes.lose(`${pointer}/title`, noPlace)
    const keywords = new Map([['enum', { value: [...new Set(values.flat())], pointer: flat.pointer }]])
    const nullable = shapes.some(({ shape }) => shape.nullable)
    merge(flat, { ...first.shape, keywords, labels, nullable }, notes)
    return
  }
  const tag =
    shapes.length > 1 && flat.properties.size === 0
      ? tagOf(
          shapes.map(({ shape }) => shape),
          inner,
        )
      : undefined
  if (tag !== undefined) {
    flat.union = { tag, forms: others }
    return
  }
  const fallback = flat.keywords.get('default')?.value
  const chosen = shapes.find(({ shape }) => fallback !== undefined && takes(shape, fallback)) ?? first
  merge(flat, chosen.shape, notes)
  for (const { shape } of shapes)
    if (shape !== chosen.shape)
      notes.lose(
        shape.pointer,
        `the language has one shape per value, and the file has that of ${chosen.shape.pointer}`,
      )
}

/** The member that has one value in each of several objects, another in each. */
function tagOf(shapes: readonly Flat[], inner: (fact: Fact<JsonValue>) => Flat): string | undefined {
  const [first] = shapes
  return [...(first?.properties.keys() ?? [])].find((name) => {
    const values = shapes.map(({ properties }) => {
      const member = properties.get(name)
      return member === undefined ? undefined : onlyValue(inner(member))
    })
    return values.every((value) => value !== undefined) && new Set(values).size === values.length
  })
}

/** The one string that a value may be. */
export function onlyValue({ keywords }: Flat): string | undefined {
  const values = keywords.get('enum')?.value
  const [only] = Array.isArray(values) && values.length === 1 ? values : []
  return typeof only === 'string' && only !== '' ? only : undefined
}

/** Takes the title of the only value of a shape for its label; answers false where it cannot be one. */
function label({ keywords }: Flat, title: JsonValue, labels: Map<JsonValue, string>): boolean {
  const values = keywords.get('enum')?.value
  if (!Array.isArray(values) || values.length !== 1) return false
  return labelled(values[0] ?? null, title, labels)
}

/** Takes a title for the label of a value; answers false where it cannot be one. */
function labelled(value: JsonValue, title: JsonValue, labels: Map<JsonValue, string>): boolean {
  if (typeof title !== 'string') return false
  const words = title.trim()
  if (words === written(value)) return true
  if (words === '' || words.length > 100 || [...labels.values()].includes(words)) return false
  labels.set(value, words)
  return true
}

const noPlace = 'what is said of one value of a choice has no place'

/** Why a demand over several members is not in the file. */
export const ruleReason =
  'a rule over several values needs a message and examples: write it under allOf (see "Adding a model")'

function isShape({ keywords, properties }: Flat): boolean {
  return properties.size > 0 || ['type', 'enum', 'const', 'items'].some((key) => keywords.has(key))
}

/** Whether a default may be of this shape. */
function takes({ keywords }: Flat, value: JsonValue): boolean {
  const values = keywords.get('enum')?.value
  if (Array.isArray(values)) return values.includes(value)
  const type = keywords.get('type')?.value
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return type === typeof value
}
