import { _, Name, type Code } from 'ajv'
import type { JsonSchema, JsonValue, ListParameter, Parameter } from '../catalogue.js'
import {
  callCheck,
  findings,
  fine,
  present,
  sampleCount,
  wrong,
  wrongTypes,
  type Case,
  type Kind,
  type Random,
} from './kind.js'
import { countWords, hanText } from './words.js'

/** The kinds of what lies inside a list or an object. Handed in, because they may be lists and objects again. */
export interface Nested {
  type(parameter: Parameter): string
  schema(parameter: Parameter): JsonSchema
  example(parameter: Parameter, model: 'video' | 'image' | 'audio' | 'mesh'): JsonValue
  cases(parameter: Parameter): Case[]
  sample(parameter: Parameter, random: Random): JsonValue
}

/** An array of items of one form. */
export function listKind(nested: Nested, readItem: Kind<ListParameter>['read']): Kind<ListParameter> {
  return {
    read: readItem,
    type: ({ items }) => `Array<${nested.type(items)}>`,
    schema: ({ items, minItems, maxItems, uniqueItems }) => ({
      type: 'array',
      ...present({ minItems, maxItems, uniqueItems }),
      items: nested.schema(items),
    }),
    check(parameter, at, context): Code {
      const { items, minItems = 0, maxItems, uniqueItems } = parameter
      const index = new Name(`index${at.depth}`)
      const high = maxItems === undefined ? _`Infinity` : _`${maxItems}`
      const inner = context.nested(items, {
        pointer: _`${at.pointer} + "/" + ${index}`,
        value: _`${at.value}[${index}]`,
        depth: at.depth + 1,
      })
      const unique = uniqueItems
        ? _`
${new Name('uniqueItems')}(${findings}, ${at.pointer}, ${at.value})`
        : _``
      return _`if (${callCheck('list', parameter, at, _`${minItems}`, high)})) {
for (let ${index} = 0; ${index} < ${at.value}.length && ${index} < ${high}; ${index}++) {
${inner}
}${unique}
}`
    },
    facts: ({ items, minItems, maxItems, uniqueItems }) => ({
      type: 'array',
      ...present({ minItems, maxItems, uniqueItems }),
      items,
    }),
    phrase({ items, minItems = 0, maxItems, uniqueItems }) {
      const count = countWords(minItems, maxItems, { en: 'item', zh: '元素' })
      const item = items.phrase
      const [differ, differZh] = uniqueItems ? [' without repeats', '不重复的'] : ['', '']
      return {
        en: `an array of ${count.en}${differ}, each ${item.en}`,
        zh: hanText('含', differZh, count.zh, '的数组，每个元素为', item.zh),
      }
    },
    example: ({ items, minItems = 0, uniqueItems }, model) =>
      distinctItems(nested, items, Math.max(1, minItems), uniqueItems === true, model),
    cases: (parameter) => [...wrongTypes(['text', 7, { 0: 'text' }]), ...listCases(nested, parameter)],
    sample({ items, minItems, maxItems, uniqueItems }, random) {
      const drawn = Array.from({ length: sampleCount(random, minItems, maxItems) }, () => nested.sample(items, random))
      return uniqueItems ? [...new Map(drawn.map((item) => [JSON.stringify(item), item])).values()] : drawn
    },
  }
}

function listCases(nested: Nested, { items, minItems = 0, maxItems, uniqueItems: differ }: ListParameter): Case[] {
  const uniqueItems = differ === true
  const some = (amount: number): JsonValue[] => distinctItems(nested, items, amount, uniqueItems, 'video')
  const length = Math.max(1, minItems)
  const good = some(length)
  const inside = nested
    .cases(items)
    .filter(({ value }) => value !== undefined)
    .map(({ about, value, findings: own }): Case => ({
      about: `item-${about}`,
      value: good.map((item, index) => (index === length - 1 && value !== undefined ? value : item)),
      findings: own.map((finding) => ({ ...finding, path: `/${length - 1}${finding.path ?? ''}` })),
    }))
  return [
    ...(minItems === 0 ? [fine('empty', [])] : [wrong('min-items-under', some(minItems - 1), 'min-items')]),
    ...(some(length).length === length ? [fine('min-items-at', good)] : []),
    ...(maxItems === undefined
      ? []
      : [
          ...(some(maxItems).length === maxItems ? [fine('max-items-at', some(maxItems))] : []),
          ...(some(maxItems + 1).length > maxItems ? [wrong('max-items-over', some(maxItems + 1), 'max-items')] : []),
        ]),
    ...(uniqueItems && (maxItems ?? 2) >= length + 1 && length === 1
      ? [wrong('repeated-item', [...good, ...good], 'unique-items', '/1')]
      : []),
    ...inside.filter(
      ({ value }) =>
        !uniqueItems || new Set((value as JsonValue[]).map((item) => JSON.stringify(item))).size === length,
    ),
  ]
}

/** So many items that the parameter accepts; fewer where they must differ and there are not enough. */
function distinctItems(
  nested: Nested,
  items: Parameter,
  amount: number,
  differ: boolean,
  model: 'video' | 'image' | 'audio' | 'mesh',
): JsonValue[] {
  const example = nested.example(items, model)
  if (!differ) return Array.from({ length: amount }, () => example)
  const values = new Map<string, JsonValue>([[JSON.stringify(example), example]])
  for (const { value, findings: own } of nested.cases(items)) {
    if (own.length === 0 && value !== undefined) values.set(JSON.stringify(value), value)
  }
  return [...values.values()].slice(0, amount)
}
