import type { JsonValue } from '../catalogue.js'
import { unportable } from '../check/patterns.js'
import { slowness } from '../check/passes/slow-patterns.js'
import { formats } from '../kinds/formats.js'
import { isObject, items } from '../load/json-object.js'
import type { OpenApi } from './document.js'
import { flatten, type Flat } from './flatten.js'
import type { Fact, Notes } from './lost.js'
import { formKeywords, mediaTypeOf } from './media-type.js'
import { alike, taggedForm } from './union.js'
import { Writer, type Keywords, type Path } from './writer.js'

/** What reading one value needs to know of the rest. */
export interface Around {
  document: OpenApi
  notes: Notes
  /** Where the schemas stand in which it is. */
  within?: ReadonlySet<string>
}

/** A file of `spec/` has at most 100 levels, the keywords of the innermost value included. */
const maxSteps = 90

/** A parameter, a member or an item as a model file writes it; undefined when the language has no kind for it. */
export function valueOf(around: Around, name: string, fact: Fact<JsonValue>, path: Path): Keywords | undefined {
  if (path.length > maxSteps) return around.notes.lose(fact.pointer, 'a model file has at most 100 levels')
  const flat = flatten(around.document, fact, around.notes, around.within)
  const writer = new Writer(flat, around.notes, path)
  const type = typeOf(flat)
  const read =
    type === undefined ? undefined : kinds[type](writer, flat, name, { ...around, within: flat.within }, path)
  if (read === undefined) return around.notes.lose(fact.pointer, reasonWithoutKind(flat, type))
  writer.annotate(name)
  return writer.end()
}

type Type = 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array' | 'enum' | 'union'

/** Writes the keywords of a kind; undefined when the value has none that the language can hold. */
type Write = (writer: Writer, flat: Flat, name: string, around: Around, path: Path) => true | undefined

const kinds: Record<Type, Write> = {
  enum: writeEnum,
  string: writeString,
  integer: writeNumber,
  number: writeNumber,
  boolean(writer) {
    writer.type('boolean')
    writer.fallback()
    return true
  },
  object: writeObject,
  array: writeList,
  union: writeUnion,
}

function typeOf({ keywords, properties, union }: Flat): Type | undefined {
  if (union !== undefined) return 'union'
  if (keywords.has('enum')) return keywords.get('type')?.value === 'boolean' ? 'boolean' : 'enum'
  const stated = keywords.get('type')?.value
  if (Array.isArray(stated)) return undefined
  if (typeof stated === 'string')
    return stated !== 'enum' && stated !== 'union' && Object.hasOwn(kinds, stated) ? (stated as Type) : undefined
  if (properties.size > 0) return 'object'
  if (keywords.has('items')) return 'array'
  if (keywords.has('format') || keywords.has('pattern') || keywords.has('maxLength')) return 'string'
  return keywords.has('minimum') || keywords.has('maximum') ? 'number' : undefined
}

function writeEnum(writer: Writer, flat: Flat): true | undefined {
  const fact = writer.take('enum')
  writer.take('type')
  if (fact === undefined || !Array.isArray(fact.value)) return undefined
  const values = fact.value.filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
  if (values.length < fact.value.length) return undefined
  const types = [...new Set(values.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)))]
  const kept = types.includes('number') ? types.filter((type) => type !== 'integer') : types
  const all = flat.nullable ? [...kept, 'null'] : kept
  const [only = 'string'] = all
  if (all.length === 1 && only === 'boolean') return undefined
  writer.write('type', all.length === 1 ? only : all)
  writer.write('enum', flat.nullable ? [...values, null] : values, fact)
  if (flat.labels.size > 0)
    writer.write(
      'x-options',
      [...flat.labels].map(([value, label]) => ({ value, label: { en: label } })),
      fact,
    )
  writer.fallback()
  return true
}

function writeString(writer: Writer, flat: Flat, name: string): true {
  const media = mediaTypeOf(name, flat)
  if (media !== undefined) return writeReference(writer, flat, media)
  writer.type('string')
  writer.copy('minLength', 'maxLength')
  writeForm(writer)
  writer.fallback()
  return true
}

function writeReference(writer: Writer, flat: Flat, type: string): true {
  const stated = [writer.take('format'), writer.take('type')].find((fact) => fact !== undefined)
  if (stated !== undefined)
    writer.loseFact(
      stated,
      'a reference to a file is an http or https URL; where the vendor takes base64 too, write "#/$defs/urlOrData"',
    )
  for (const key of formKeywords(flat)) writer.take(key)
  writer.write('$ref', '../media.schema.json#/$defs/url')
  if (flat.nullable) writer.write('type', ['string', 'null'])
  writer.write('x-media', { type, limits: [] })
  for (const key of ['minLength', 'maxLength', 'pattern'])
    writer.lose(key, 'every reference to a file has the form that media.schema.json states')
  writer.lose('default', 'a reference to a file has no default')
  return true
}

/** A pattern or a format, and examples. */
function writeForm(writer: Writer): void {
  const pattern = writer.take('pattern')
  const format = writer.take('format')
  const listed = writer.take('examples')
  const one = writer.take('example')
  const stated = listed ?? (one === undefined ? undefined : { value: [one.value], pointer: one.pointer })
  const wrong = pattern && wrongPattern(pattern.value)
  const expression = typeof pattern?.value === 'string' && wrong === undefined ? compiled(pattern.value) : undefined
  const examples = Array.isArray(stated?.value)
    ? [...new Set(stated.value)].filter(
        (value) => typeof value === 'string' && value !== '' && expression?.test(value) !== false,
      )
    : []
  if (pattern !== undefined) {
    if (wrong !== undefined) writer.loseFact(pattern, wrong)
    else if (examples.length === 0)
      writer.loseFact(pattern, 'a pattern needs an example beside it, and the document has none that it accepts')
    else writer.write('pattern', pattern.value, pattern)
  }
  if (format !== undefined) {
    if (writer.keywords.pattern !== undefined) writer.loseFact(format, 'a string has a pattern or a format')
    else if (typeof format.value === 'string' && Object.hasOwn(formats, format.value))
      writer.write('format', format.value, format)
    else writer.loseFact(format, `the language has the formats ${Object.keys(formats).join(', ')}`)
  }
  if (stated !== undefined && examples.length > 0) writer.write('examples', examples, stated)
  else if (stated !== undefined) writer.loseFact(stated, 'it has no string that the parameter accepts')
}

/** Why a pattern cannot be in the file. What it accepts is not tried before that is known: it could take very long. */
function wrongPattern(pattern: JsonValue): string | undefined {
  if (typeof pattern !== 'string' || !/^\^[\s\S]*\$$/.test(pattern) || compiled(pattern) === undefined)
    return 'a pattern has to be a regular expression from ^ to $'
  const foreign = unportable(pattern)
  if (foreign !== undefined) return `it ${foreign.problem} (S035)`
  const slow = slowness(pattern)
  return slow && `it ${slow.problem} (S090)`
}

function compiled(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return undefined
  }
}

function writeNumber(writer: Writer, flat: Flat): true {
  const isInteger = flat.keywords.get('type')?.value === 'integer'
  writer.type(isInteger ? 'integer' : 'number')
  for (const [inclusive, exclusive, isTighter] of [
    ['minimum', 'exclusiveMinimum', (one: number, other: number) => one > other],
    ['maximum', 'exclusiveMaximum', (one: number, other: number) => one < other],
  ] as const) {
    const [bound, open] = [writer.take(inclusive), writer.take(exclusive)]
    // Of two limits one is enough: the stricter.
    const isOpen = open !== undefined && (bound === undefined || !isTighter(Number(bound.value), Number(open.value)))
    writeBound(writer, isOpen ? exclusive : inclusive, isOpen ? open : bound, isInteger)
  }
  writer.copy('multipleOf')
  writer.fallback()
  return true
}

function writeBound(writer: Writer, key: string, fact: Fact<JsonValue> | undefined, isInteger: boolean): void {
  if (fact === undefined) return
  if (typeof fact.value !== 'number') writer.loseFact(fact, 'a bound is a number')
  else if (Math.abs(fact.value) > Number.MAX_SAFE_INTEGER)
    writer.loseFact(fact, 'it is beyond 2^53 - 1, up to which JSON numbers carry every integer')
  else if (isInteger && !Number.isInteger(fact.value)) {
    const isLower = key === 'minimum' || key === 'exclusiveMinimum'
    writer.write(isLower ? 'minimum' : 'maximum', isLower ? Math.ceil(fact.value) : Math.floor(fact.value), fact)
  } else writer.write(key, fact.value, fact)
}

function writeObject(writer: Writer, flat: Flat, name: string, around: Around, path: Path): true | undefined {
  if (flat.properties.size === 0) return writeMap(writer, name, around, path)
  const members = membersOf(around, flat, path)
  if (Object.keys(members.properties).length === 0) return undefined
  writer.type('object')
  if (members.required.length > 0) writer.write('required', members.required)
  writer.write('properties', members.properties)
  writer.write('additionalProperties', false)
  closed(writer)
  writer.lose('default', 'an object has no default: its members have')
  return true
}

/** An object whose members have names of the caller's choice. */
function writeMap(writer: Writer, name: string, around: Around, path: Path): true | undefined {
  const values = writer.take('additionalProperties')
  if (values === undefined || !isObject(values.value)) return undefined
  const value = valueOf(around, name, values, [...path, 'additionalProperties'])
  if (value === undefined) return undefined
  if ('default' in value) {
    around.notes.lose(
      around.notes.originOf([...path, 'additionalProperties', 'default']),
      'a member whose name is chosen has no default',
    )
    delete value.default
  }
  writer.type('object')
  writer.copy('minProperties', 'maxProperties')
  writer.lose('propertyNames', 'a form of names needs an example of a name beside it')
  writer.write('additionalProperties', value, values)
  writer.lose('default', 'an object has no default: its members have')
  return true
}

/** Takes note of an object that is open: a model file knows every member. */
function closed(writer: Writer): void {
  const open = writer.take('additionalProperties')
  if (open !== undefined && open.value !== false)
    writer.loseFact(open, 'a misspelt member is an error: members beside those that are listed are rejected')
}

/** The members of an object that the language can hold, and those of them that are required. */
export function membersOf(
  around: Around,
  flat: Flat,
  path: Path,
  reserved: ReadonlyMap<string, string> = new Map(),
): { properties: Record<string, Keywords>; required: string[] } {
  const described: [string, Keywords][] = []
  for (const [name, fact] of ordered(around, flat)) {
    const reason = reserved.get(name)
    const value =
      reason === undefined
        ? valueOf(around, name, fact, [...path, 'properties', name])
        : around.notes.lose(fact.pointer, reason)
    if (value !== undefined) described.push([name, value])
  }
  const properties = Object.fromEntries(described)
  for (const [name, fact] of flat.required)
    if (!flat.properties.has(name)) around.notes.lose(fact.pointer, 'what is required is not described')
    else if (Object.hasOwn(properties, name)) around.notes.from([...path, 'required', name], fact.pointer)
    else if (!reserved.has(name)) around.notes.lose(fact.pointer, notRequired(name))
  return { properties, required: [...flat.required.keys()].filter((name) => Object.hasOwn(properties, name)) }
}

/** What follows for a member that is required, and left out. */
export function notRequired(name: string): string {
  return `${JSON.stringify(name)} is left out, so that a request without it passes, which the vendor rejects`
}

/** In the order in which the vendor shows them: `x-order` of each, or a list of names such as `x-acme-order-properties`. */
function ordered({ notes }: Around, flat: Flat): [string, Fact<JsonValue>][] {
  const key = [...flat.keywords.keys()].find((each) => /^x-.*order-properties$/.test(each)) ?? ''
  const order = flat.keywords.get(key)
  flat.keywords.delete(key)
  const names = Array.isArray(order?.value) ? order.value : []
  for (const name of names)
    if (order !== undefined && !(typeof name === 'string' && flat.properties.has(name)))
      notes.lose(order.pointer, `it names ${JSON.stringify(name)}, which is not described`)
  const rank = ([name, { value }]: [string, Fact<JsonValue>]): number => {
    const own = isObject(value) ? value['x-order'] : undefined
    const listed = names.indexOf(name)
    return typeof own === 'number' ? own : listed === -1 ? Infinity : listed
  }
  return [...flat.properties].sort((one, other) => Math.sign(rank(one) - rank(other)) || 0)
}

/** The forms of an object that the language can hold side by side; the keywords of the only one where one is left. */
function writeUnion(writer: Writer, { union }: Flat, name: string, around: Around, path: Path): true | undefined {
  writer.take('discriminator')
  const forms: Keywords[] = []
  for (const fact of union?.forms ?? []) {
    const form = valueOf(around, name, fact, [...path, 'oneOf', forms.length])
    if (form === undefined) continue
    const foreign = forms.flatMap((other) => alike(form, other, union?.tag ?? '') ?? [])[0]
    if (foreign !== undefined)
      around.notes.lose(fact.pointer, `${JSON.stringify(foreign)} means something else there than in a form before it`)
    else {
      if (!items(form.required).some(([, each]) => each === union?.tag))
        around.notes.lose(fact.pointer, `"${union?.tag}" has to be sent in every form, since it tells them apart`)
      forms.push(taggedForm(form, union?.tag ?? ''))
    }
  }
  const [first] = forms
  if (first === undefined) return undefined
  if (forms.length === 1) {
    for (const [key, value] of Object.entries(first)) writer.write(key, value)
    writer.take('type')
  } else {
    writer.type('object')
    writer.write('oneOf', forms)
  }
  writer.lose('default', 'an object has no default: its members have')
  return true
}

function writeList(writer: Writer, flat: Flat, name: string, around: Around, path: Path): true | undefined {
  const items = writer.take('items')
  if (flat.keywords.has('prefixItems')) return undefined
  writer.type('array')
  writer.copy('minItems', 'maxItems')
  if (items === undefined || !isObject(items.value)) writer.write('x-items', { unknown: 'not shown' })
  else {
    const item = valueOf(around, name, items, [...path, 'items'])
    if (item === undefined) return undefined
    for (const key of ['default', ...(isFiles(flat, item) ? ['description'] : [])])
      if (key in item) {
        around.notes.lose(around.notes.originOf([...path, 'items', key]), `an item of a list has no ${key}`)
        delete item[key]
      }
    writeItems(writer, flat, item, items)
  }
  const unique = writer.take('uniqueItems')
  if (unique?.value === true && 'items' in writer.keywords && !('x-media' in writer.keywords)) {
    if (isScalar(writer.keywords.items)) writer.write('uniqueItems', true, unique)
    else writer.loseFact(unique, 'only strings, numbers and booleans are compared')
  } else if (unique?.value === true) writer.loseFact(unique, 'lists of references may repeat one')
  writer.lose('default', 'a list has no default')
  writer.lose('examples', 'a list has no examples')
  return true
}

/** A list of references with an upper limit is the kind `media`; every other list has items of any kind. */
function writeItems(writer: Writer, flat: Flat, item: Keywords, from: Fact<JsonValue>): void {
  if (!isFiles(flat, item)) {
    writer.write('items', item, from)
    return
  }
  writer.write('items', { $ref: item.$ref ?? '' }, from)
  writer.write('x-media', item['x-media'] ?? null)
}

function isFiles({ keywords }: Flat, item: Keywords): boolean {
  return '$ref' in item && !('type' in item) && keywords.has('maxItems')
}

function isScalar(item: JsonValue | undefined): boolean {
  const type = isObject(item) ? item.type : undefined
  return ![type].flat().some((name) => name === 'object' || name === 'array')
}

function reasonWithoutKind({ keywords, properties }: Flat, type: Type | undefined): string {
  const stated = keywords.get('type')?.value
  if (type === 'enum' || keywords.has('enum')) return 'its values are not strings and numbers'
  if (Array.isArray(stated))
    return `the language has one shape per value, not ${stated.map((each) => JSON.stringify(each)).join(' or ')}`
  if (keywords.has('prefixItems')) return 'the items of a list are all of one form'
  if (isObject(keywords.get('additionalProperties')?.value)) return 'the language has no kind for its values'
  if (type === 'object')
    return properties.size === 0 ? 'the document does not name its members' : 'the language holds none of its members'
  if (type === 'array') return 'the language has no kind for its items'
  return 'the document does not say of what type it is'
}
