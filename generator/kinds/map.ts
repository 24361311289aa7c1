import { _, Name, type Code } from 'ajv'
import type { JsonValue, MapParameter } from '../catalogue.js'
import { patternLiteral } from '../emit/validators/literals.js'
import { callCheck, fine, present, sampleCount, wrong, wrongTypes, type Case, type Kind } from './kind.js'
import type { Nested } from './list.js'
import { countWords, hanText } from './words.js'

/** An object whose members have names of the caller's choice, and values of one form. */
export function mapKind(nested: Nested, read: Kind<MapParameter>['read']): Kind<MapParameter> {
  return {
    read,
    type: ({ values }) => `{ [name: string]: ${nested.type(values)} }`,
    schema: ({ values, names, minProperties, maxProperties }) => ({
      type: 'object',
      ...present({ minProperties, maxProperties }),
      ...(names === undefined ? {} : { propertyNames: { pattern: names.pattern } }),
      additionalProperties: nested.schema(values),
    }),
    check(parameter, at, context): Code {
      const { values, names, minProperties = 0, maxProperties } = parameter
      const [place, value] = [new Name(`place${at.depth}`), new Name(`entry${at.depth}`)]
      const high = maxProperties === undefined ? _`Infinity` : _`${maxProperties}`
      const form = names === undefined ? [] : [context.constant(patternLiteral(names.pattern)), _`${names.examples[0]}`]
      return _`for (const [${place}, ${value}] of ${callCheck('entriesOf', parameter, at, _`${minProperties}`, high, ...form)})) {
${context.nested(values, { pointer: _`${place}`, value, depth: at.depth + 1 })}
}`
    },
    facts: ({ values, minProperties, maxProperties }) => ({
      type: 'object',
      ...present({ minItems: minProperties, maxItems: maxProperties }),
      items: values,
    }),
    phrase({ values, names, minProperties = 0, maxProperties }) {
      const { en, zh } = values.phrase
      const count = countWords(minProperties, maxProperties, { en: 'member', zh: '成员' })
      const example = names === undefined ? undefined : JSON.stringify(names.examples[0])
      return {
        en: `an object of ${count.en} with names${example === undefined ? '' : ` such as ${example}`}, each ${en}`,
        zh: hanText(
          '含',
          count.zh,
          `的对象，${example === undefined ? '名称自定' : `名称例如 ${example}`}，每个值为`,
          zh,
        ),
      }
    },
    example: (parameter, model) =>
      entries(parameter, nested.example(parameter.values, model), Math.max(1, parameter.minProperties ?? 0)),
    cases: (parameter) => [
      ...wrongTypes(['text', 7, []]),
      ...countCases(nested, parameter),
      ...valueCases(nested, parameter),
    ],
    sample: (parameter, random) =>
      Object.fromEntries(
        Array.from(
          { length: sampleCount(random, parameter.minProperties, parameter.maxProperties) },
          (_item, index) => [
            parameter.names === undefined ? `name ${index + 1}` : random.matching(parameter.names.pattern),
            nested.sample(parameter.values, random),
          ],
        ),
      ),
  }
}

/** An object of so many members with the same value; of fewer where not enough names are known. */
function entries({ names }: MapParameter, value: JsonValue, count: number): { [name: string]: JsonValue } {
  const known = names?.examples ?? Array.from({ length: count }, (_name, index) => `name ${index + 1}`)
  return Object.fromEntries(known.slice(0, count).map((name) => [name, value]))
}

function countCases(nested: Nested, parameter: MapParameter): Case[] {
  const { minProperties: least = 0, maxProperties: most, values } = parameter
  const some = (count: number): JsonValue[] => {
    const made = entries(parameter, nested.example(values, 'video'), count)
    return Object.keys(made).length === count ? [made] : []
  }
  return [
    ...some(least).map((made) => fine('min-members-at', made)),
    ...(least === 0 ? [] : some(least - 1).map((made) => wrong('min-members-under', made, 'min-items'))),
    ...(most === undefined
      ? []
      : [
          ...some(most).map((made) => fine('max-members-at', made)),
          ...some(most + 1).map((made) => wrong('max-members-over', made, 'max-items')),
        ]),
  ]
}

/** What the values may be, under a name that has to be escaped in a pointer where any name may be chosen; and names of another form. */
function valueCases(nested: Nested, parameter: MapParameter): Case[] {
  const { values, names, minProperties = 0 } = parameter
  const name = names?.examples[0] ?? 'a/b~c'
  const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const good = nested.example(values, 'video')
  const { [name]: _named, ...others } = entries(parameter, good, Math.max(1, minProperties))
  const beside = Object.fromEntries(Object.entries(others).slice(0, Math.max(0, minProperties - 1)))
  const form = names === undefined ? undefined : new RegExp(names.pattern)
  return [
    fine('name', { ...beside, [name]: good }),
    ...['', `${name}\u0000`, ` ${name}`, 'no such form!?'].flatMap((other, index) =>
      form === undefined || form.test(other)
        ? []
        : [wrong(`name-bad-${index + 1}`, { ...beside, [other]: good }, 'property-name', `/${other}`)],
    ),
    ...(values.nullable ? [] : [wrong('value-null', { ...beside, [name]: null }, 'null', path)]),
    ...nested.cases(values).flatMap(({ about, value, findings }): Case[] =>
      value === undefined
        ? []
        : [
            {
              about: `value-${about}`,
              value: { ...beside, [name]: value },
              findings: findings.map((finding) => ({ ...finding, path: `${path}${finding.path ?? ''}` })),
            },
          ],
    ),
  ]
}
