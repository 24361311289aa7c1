import { _, type Code } from 'ajv'
import type { ArrayParameter } from '../catalogue.js'
import { callCheck, fine, present, sampleCount, wrong, wrongTypes, type Kind } from './kind.js'
import { boundsWords } from './words.js'

/** An array whose items the interface does not describe. */
export const array: Kind<ArrayParameter> = {
  read: (schema, base) => ({
    kind: 'array',
    ...base,
    items: schema.unknown('x-items') ?? schema.refuse('x-items', '{ "unknown": "not shown" }'),
    ...present({ minItems: schema.optionalNumber('minItems'), maxItems: schema.optionalNumber('maxItems') }),
  }),
  // `unknown[]` would not be assignable to JSON.
  type: () => 'JsonValue[]',
  schema: ({ minItems, maxItems }) => ({ type: 'array', ...present({ minItems, maxItems }), items: {} }),
  check(parameter, at): Code {
    const { minItems, maxItems } = parameter
    return minItems === undefined && maxItems === undefined
      ? _`${callCheck('typed', parameter, at, _`"array"`)})`
      : _`${callCheck('list', parameter, at, _`${minItems ?? 0}`, maxItems === undefined ? _`Infinity` : _`${maxItems}`)})`
  },
  facts: ({ minItems, maxItems }) => ({ type: 'array', ...present({ minItems, maxItems }) }),
  phrase({ minItems, maxItems }) {
    const count = boundsWords({ minimum: minItems, maximum: maxItems })
    return count === undefined
      ? { en: 'an array; the form of its items is not shown', zh: '数组；其元素的形式未公布' }
      : {
          en: `an array of ${count.en} items; their form is not shown`,
          zh: `${count.zh} 个元素的数组；元素的形式未公布`,
        }
  },
  example: ({ minItems = 0 }) => Array.from({ length: minItems }, () => ({})),
  cases: ({ minItems = 0, maxItems }) => [
    ...wrongTypes(['text', 1, { length: 1 }]),
    ...(minItems === 0 ? [fine('empty', [])] : [wrong('min-items-under', items(minItems - 1), 'min-items')]),
    ...(minItems <= 3 && (maxItems ?? 3) >= 3 ? [fine('items', items(3))] : []),
    ...(maxItems === undefined
      ? []
      : [fine('max-items-at', items(maxItems)), wrong('max-items-over', items(maxItems + 1), 'max-items')]),
  ],
  sample: ({ minItems, maxItems }, random) => items(sampleCount(random, minItems, maxItems)),
}

function items(amount: number) {
  return Array.from({ length: amount }, (_, index) =>
    index === 0 ? { type: 'any' } : index % 2 === 1 ? 'text' : index - 1,
  )
}
