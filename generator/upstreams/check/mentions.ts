import type { JsonValue } from '../../catalogue.js'
import { ownValue } from '../compile.js'
import type { UpstreamCondition, UpstreamOperation, UpstreamRow } from '../../spec-types/files/upstream.js'

/** A place of an operation that names a parameter, and the values it expects there. */
export interface Mention {
  parameter: string
  path: readonly (string | number)[]
  at: 'key' | 'value'
  values: { value: JsonValue; path: readonly (string | number)[]; at: 'key' | 'value' }[]
}

/** Every place of an operation that names a parameter; paths start at the operation. */
export function* mentionsOf({
  submit,
  query,
  rows,
  drops = [],
  needs = {},
  lacks = {},
}: UpstreamOperation): Iterable<Mention> {
  for (const [member, paths = []] of [
    ['submit', submit.paths],
    ['query', query?.paths],
  ] as const)
    for (const [index, { when }] of paths.entries()) yield* conditionMentions(when, [member, 'paths', index, 'when'])
  for (const [index, row] of rows.entries()) {
    const own = ['rows', index]
    const member = row.from === undefined ? 'each' : 'from'
    // That of a quantity has another name in each model.
    const parameter = row.quantity === undefined ? (row.from ?? row.each) : undefined
    const keyed = Object.keys(row.values ?? {}).map((key) => ({
      value: ownValue(key),
      path: [...own, 'values', key],
      at: 'key' as const,
    }))
    const listed = (row.accepts ?? []).map((value, place) => ({
      value,
      path: [...own, 'accepts', place],
      at: 'value' as const,
    }))
    for (const [place, name] of (row.join ?? []).entries())
      yield { parameter: name, path: [...own, 'join', place], at: 'value', values: joinedValues(row, own, place) }
    if (parameter !== undefined) yield { parameter, path: [...own, member], at: 'value', values: [...keyed, ...listed] }
    yield* conditionMentions(row.when ?? [], [...own, 'when'])
  }
  for (const [index, { parameter, values = [], when = [] }] of drops.entries()) {
    const own = ['drops', index]
    yield {
      parameter,
      path: [...own, 'parameter'],
      at: 'value',
      values: values.map((value, place) => ({ value, path: [...own, 'values', place], at: 'value' })),
    }
    yield* conditionMentions(when, [...own, 'when'])
  }
  for (const parameter of Object.keys(needs)) yield { parameter, path: ['needs', parameter], at: 'key', values: [] }
  for (const parameter of Object.keys(lacks)) yield { parameter, path: ['lacks', parameter], at: 'key', values: [] }
}

/** The values of one of the joined parameters, as the keys of the table have them. */
function joinedValues(
  { values = {} }: UpstreamRow,
  own: readonly (string | number)[],
  place: number,
): Mention['values'] {
  return Object.keys(values).map((key) => ({
    value: ownValue(key.split(' ')[place] ?? ''),
    path: [...own, 'values', key],
    at: 'key',
  }))
}

function* conditionMentions(
  conditions: readonly UpstreamCondition[],
  path: readonly (string | number)[],
): Iterable<Mention> {
  for (const [index, { given = [], absent = [], parameter, among = [] }] of conditions.entries()) {
    for (const [place, name] of given.entries())
      yield { parameter: name, path: [...path, index, 'given', place], at: 'value', values: [] }
    for (const [place, name] of absent.entries())
      yield { parameter: name, path: [...path, index, 'absent', place], at: 'value', values: [] }
    if (parameter === undefined) continue
    const values = among.map((value, place) => ({
      value,
      path: [...path, index, 'among', place],
      at: 'value' as const,
    }))
    yield { parameter, path: [...path, index, 'parameter'], at: 'value', values }
  }
}
