import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { typeBesideNull } from '../../kinds/nullable.js'
import { isObject, items } from '../../load/json-object.js'
import type { Spec } from '../../load/spec.js'
import { allParameters } from '../inner-parameters.js'
import type { Mistake } from '../mistake.js'
import { text } from '../models.js'
import { satisfies } from '../satisfies.js'
import { isImpossible } from '../impossible.js'

/** S030: defaults and examples that their own parameter refuses. */
export function* refusedDefaults(spec: Spec): Iterable<Mistake> {
  for (const { model, name, path, schema } of allParameters(spec)) {
    // Limits that contradict each other are a mistake of their own; no value could fix them.
    if (isImpossible(schema)) continue
    const stated: [what: string, path: (string | number)[], value: JsonValue | undefined][] = [
      ['default', ['default'], schema.default],
      ...items(schema['x-defaults']).map(([index, stated]): [string, (string | number)[], JsonValue | undefined] => [
        'default',
        ['x-defaults', index, 'default'],
        isObject(stated) ? stated.default : undefined,
      ]),
      ...items(schema.examples).map(([index, value]): [string, (string | number)[], JsonValue] => [
        'example',
        ['examples', index],
        value,
      ]),
    ]
    for (const [what, steps, value] of stated) {
      // Null is a mistake of its own, except beside values.
      if (value === undefined || (value === null && schema.enum === undefined)) continue
      if (satisfies(schema, value)) {
        const from = rejectedFrom(schema, value)
        if (from === undefined || what !== 'default') continue
        yield {
          code: 'S030',
          file: model.path,
          path: [...path, ...steps],
          message: `the default ${JSON.stringify(value)} of ${name} is not accepted from ${from} on`,
          hint: 'Correct the limit of that date. While it is right, requests must state the value: remove the default.',
        }
        continue
      }
      yield {
        code: 'S030',
        file: model.path,
        path: [...path, ...steps],
        message: `the ${what} ${JSON.stringify(value)} of ${name} is not ${allowed(schema)}`,
      }
    }
  }
}

/** The date from which a value is beyond a limit; undefined when it stays within all that are stated. */
function rejectedFrom(schema: JsonSchema, value: JsonValue): string | undefined {
  for (const [, limit] of items(schema['x-upcoming'])) {
    if (!isObject(limit)) continue
    const { from, 'x-source': _, ...bounds } = limit
    if (!satisfies({ ...schema, ...bounds }, value)) return text(from)
  }
  return undefined
}

const limits: readonly (readonly [keyword: string, words: (value: string) => string])[] = [
  ['minimum', (value) => `at least ${value}`],
  ['exclusiveMinimum', (value) => `above ${value}`],
  ['maximum', (value) => `at most ${value}`],
  ['exclusiveMaximum', (value) => `below ${value}`],
  ['multipleOf', (value) => `a multiple of ${value}`],
  ['minLength', (value) => `of ${value} characters or more`],
  ['maxLength', (value) => `of ${value} characters or less`],
  ['pattern', (value) => `of the form ${value}`],
]

function allowed(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
  const range = limits.flatMap(([keyword, words]) => {
    const value = schema[keyword]
    return value === undefined ? [] : [words(typeof value === 'string' ? value : JSON.stringify(value))]
  })
  return [`of type ${typeBesideNull(schema) ?? 'unknown'}`, ...range].join(', ')
}
