import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { entries, isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import { either } from '../../kinds/words.js'
import { byteUnits, timeUnits } from '../../measures/units.js'
import { whyImpossible } from '../impossible.js'
import { allParameters } from '../inner-parameters.js'
import type { Mistake } from '../mistake.js'
import { modelFiles, text } from '../models.js'
import { inDates, inDeprecationDates, type Found } from '../statements/dates.js'
import { inOptions } from '../statements/options.js'
import { inValueList } from '../statements/value-list.js'

/** S039: limits that no value meets, announcements that change nothing, dates that are none, limits on files that measure nothing. */
export function* contradictingStatements(spec: Spec): Iterable<Mistake> {
  const ids = new Set(modelFiles(spec).map(({ id }) => id))
  for (const { path: file, id, schema } of modelFiles(spec)) {
    const parameters = new Set(entries(schema.properties).map(([name]) => name))
    yield* of(file, ['x-deprecated'], inDeprecation(schema['x-deprecated'], id, ids, 'model'))
    const required = new Set(items(schema.required).map(([, name]) => name))
    for (const [name, parameter] of entries(schema.properties)) {
      const deprecated = isObject(parameter) ? parameter['x-deprecated'] : undefined
      const place = ['properties', name, 'x-deprecated']
      yield* of(file, place, inDeprecation(deprecated, name, parameters, 'parameter'))
      const until = isObject(deprecated) ? text(deprecated.until) : undefined
      if (until !== undefined && required.has(name))
        yield* of(file, place, [[['until'], `${name} is required, and rejected from ${until} on`]])
    }
    yield* of(file, [], repeatedConditions(schema))
  }
  for (const { model, name, path, schema } of allParameters(spec)) {
    const impossible = whyImpossible(schema)
    if (impossible !== undefined)
      yield* of(model.path, path, [[[impossible.keyword], `${impossible.keyword} of ${name} ${impossible.words}`]])
    yield* of(model.path, path, [
      ...inFractions(schema, name),
      ...inUpcoming(schema, name),
      ...inOptions(schema, name),
      ...inValueList(schema, name),
      ...inFileLimits(schema, name),
    ])
  }
}

function* of(file: string, path: readonly (string | number)[], found: Iterable<Found>): Iterable<Mistake> {
  for (const [steps, message] of found) yield { code: 'S039', file, path: [...path, ...steps], message }
}

function* inDeprecation(
  value: JsonValue | undefined,
  own: string,
  known: ReadonlySet<string>,
  what: string,
): Iterable<Found> {
  if (!isObject(value)) return
  yield* inDeprecationDates(value)
  const other = text(value.replacedBy)
  if (other === own) yield [['replacedBy'], `${own} cannot replace itself`]
  else if (other !== undefined && !known.has(other)) yield [['replacedBy'], `"${other}" is not a ${what}`]
}

const tighter: Readonly<Record<string, (later: number, now: number) => boolean>> = {
  minimum: (later, now) => later > now,
  minLength: (later, now) => later > now,
  minItems: (later, now) => later > now,
  maximum: (later, now) => later < now,
  maxLength: (later, now) => later < now,
  maxItems: (later, now) => later < now,
}

/** Rules under two ids that every request keeps, or breaks, together. */
function* repeatedConditions(schema: JsonSchema): Iterable<Found> {
  for (const list of ['allOf', 'x-advice']) {
    const seen = new Map<string, string>()
    for (const [index, entry] of items(schema[list])) {
      if (!isObject(entry)) continue
      const { 'x-rule': rule, ...condition } = entry
      const key = JSON.stringify(condition)
      const id = isObject(rule) ? text(rule.id) : undefined
      const other = seen.get(key)
      if (other !== undefined && id !== undefined && id !== other)
        yield [[list, index], `the condition of "${id}" is that of "${other}"`]
      if (Object.keys(condition).length > 0 && id !== undefined) seen.set(key, other ?? id)
    }
  }
}

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']

/** Limits of an integer that are not integers: what was meant is another type, or another limit. */
function* inFractions(schema: JsonSchema, name: string): Iterable<Found> {
  if (schema.type !== 'integer') return
  const stated: [(string | number)[], JsonValue][] = [
    [[], schema],
    ...items(schema['x-upcoming']).map(([index, limit]): [(string | number)[], JsonValue] => [
      ['x-upcoming', index],
      limit,
    ]),
  ]
  for (const [steps, limits] of stated)
    for (const keyword of [...bounds, 'multipleOf']) {
      const limit = isObject(limits) ? limits[keyword] : undefined
      if (typeof limit === 'number' && !Number.isInteger(limit))
        yield [[...steps, keyword], `${keyword} ${limit} of ${name} is not an integer, as its values are`]
    }
}

/** Limits of a later date that reject nothing which is accepted today, or that offer what is not. */
function* inUpcoming(schema: JsonSchema, name: string): Iterable<Found> {
  for (const keyword of ['maxLength', 'maxItems'])
    if (schema[keyword] === 0) yield [[keyword], `${keyword} 0 of ${name} leaves nothing to send`]
  const dated = new Set<string>()
  for (const [index, limit] of items(schema['x-upcoming'])) {
    if (!isObject(limit)) continue
    for (const [path, message] of inDates(limit, ['from'])) yield [['x-upcoming', index, ...path], message]
    for (const [keyword, later] of entries(limit)) {
      const now = schema[keyword]
      const key = `${keyword} ${text(limit.from)}`
      if (keyword in tighter && dated.has(key))
        yield [['x-upcoming', index, keyword], `${keyword} of ${name} is limited twice from ${text(limit.from)}`]
      dated.add(key)
      if (typeof later === 'number' && typeof now === 'number' && tighter[keyword]?.(later, now) === false)
        yield [['x-upcoming', index, keyword], `${keyword} ${later} of ${name} rejects nothing that ${now} accepts`]
    }
    const offered = Array.isArray(schema.enum) ? schema.enum : undefined
    for (const [position, value] of items(limit.enum))
      if (offered !== undefined && !offered.includes(value))
        yield [['x-upcoming', index, 'enum', position], `${name} does not offer ${JSON.stringify(value)} today`]
  }
}

/** The units in which each limit on files counts. */
const units: Readonly<Record<string, string | readonly string[]>> = {
  'media-bytes': byteUnits,
  'media-total-bytes': byteUnits,
  'media-width': 'px',
  'media-height': 'px',
  'media-pixels': 'px',
  'media-video-pixels': 'px',
  'media-aspect-ratio': 'ratio',
  'media-duration': timeUnits,
  'media-total-duration': timeUnits,
  'media-frame-rate': 'fps',
  'media-sample-rate': 'Hz',
}

function* inFileLimits({ 'x-media': media }: JsonSchema, name: string): Iterable<Found> {
  const seen = new Set<string>()
  for (const [index, limit] of items(isObject(media) ? media.limits : undefined)) {
    const rule = isObject(limit) ? text(limit.rule) : undefined
    if (!isObject(limit) || rule === undefined) continue
    const place = ['x-media', 'limits', index]
    const known = units[rule]
    const key = [rule, text(limit.severity), JSON.stringify(limit.when ?? {})].join(' ')
    if (seen.has(key)) yield [place, `${rule} of ${name} is limited twice`]
    seen.add(key)
    if (limit.multipleOf !== undefined && rule !== 'media-width' && rule !== 'media-height')
      yield [[...place, 'multipleOf'], `${rule} of ${name} is not a width or a height, of which multiples are known`]
    if (known === undefined) continue
    if (![...bounds, 'multipleOf'].some((keyword) => keyword in limit)) yield [place, `${rule} of ${name} has no bound`]
    if (limit.unit !== undefined && ![known].flat().includes(text(limit.unit) ?? ''))
      yield [
        [...place, 'unit'],
        `${rule} of ${name} is measured in ${either([known].flat()).en}, not ${JSON.stringify(limit.unit)}`,
      ]
  }
}
