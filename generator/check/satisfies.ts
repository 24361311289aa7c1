import type { JsonSchema, JsonValue } from '../catalogue.js'
import { entries, isObject, items } from '../load/json-object.js'
import { numbersRules, ruleFor } from '../rules/index.js'

/**
 * Whether a value satisfies a schema of the few keywords that parameters and rules use (spec/meta lists them).
 * Other keywords are annotations here. A test holds it against ajv.
 */
export function satisfies(schema: JsonSchema, value: JsonValue): boolean {
  return testOf(schema)(value)
}

type Test = (value: JsonValue) => boolean

/** The tests of schemas that were asked for: the same are put to many values. */
const tests = new WeakMap<JsonSchema, Test>()

function testOf(schema: JsonSchema): Test {
  const known = tests.get(schema)
  if (known !== undefined) return known
  const own = Object.entries(schema).flatMap(([keyword, expected]) => keywords[keyword]?.(expected, schema) ?? [])
  const test: Test = (value) => own.every((each) => each(value))
  tests.set(schema, test)
  return test
}

/** The test of a member of a schema; undefined where that is not a schema. */
function innerTest(schema: JsonValue | undefined): Test | undefined {
  return isObject(schema) ? testOf(schema) : undefined
}

function innerTests(schemas: JsonValue): Test[] {
  return items(schemas).map(([, schema]) => innerTest(schema) ?? never)
}

const never: Test = () => false

/** The test of a keyword; undefined where it accepts every value. */
type Keyword = (expected: JsonValue, schema: JsonSchema) => Test | undefined

const keywords: Partial<Record<string, Keyword>> = {
  type: (expected) => {
    if (typeof expected === 'string') return types[expected]
    const tests = items(expected).flatMap(([, name]) => (typeof name === 'string' ? (types[name] ?? []) : []))
    return (value) => tests.some((test) => test(value))
  },
  const: (expected) => (value) => expected === value,
  enum: (expected) => (value) => Array.isArray(expected) && expected.includes(value),
  minimum: ofNumbers((value, limit) => value >= limit),
  maximum: ofNumbers((value, limit) => value <= limit),
  exclusiveMinimum: ofNumbers((value, limit) => value > limit),
  exclusiveMaximum: ofNumbers((value, limit) => value < limit),
  multipleOf: ofNumbers((value, limit) => isMultiple(value / limit)),
  uniqueItems: (expected) =>
    expected !== true
      ? undefined
      : (value) => !Array.isArray(value) || new Set(value.map((item) => JSON.stringify(item))).size === value.length,
  minLength: ofTexts((length, limit) => length >= limit),
  maxLength: ofTexts((length, limit) => length <= limit),
  pattern: (expected) => {
    const pattern = typeof expected === 'string' ? regularExpression(expected) : undefined
    return pattern === undefined ? undefined : (value) => typeof value !== 'string' || pattern.test(value)
  },
  minItems: (expected) => (value) => !Array.isArray(value) || value.length >= Number(expected),
  maxItems: (expected) => (value) => !Array.isArray(value) || value.length <= Number(expected),
  items: (expected) => {
    const test = innerTest(expected)
    return test === undefined ? undefined : (value) => !Array.isArray(value) || value.every(test)
  },
  contains: (expected) => {
    const test = innerTest(expected)
    return test === undefined ? undefined : (value) => !Array.isArray(value) || value.some(test)
  },
  required: (expected) => {
    const names = items(expected).map(([, name]) => name)
    return (value) => !isObject(value) || names.every((name) => has(value, name))
  },
  properties: (expected) => {
    const members = entries(expected).flatMap(([name, schema]): [string, Test][] => {
      const test = innerTest(schema)
      return test === undefined ? [] : [[name, test]]
    })
    return (value) =>
      !isObject(value) ||
      members.every(([name, test]) => {
        const child = Object.hasOwn(value, name) ? value[name] : undefined
        return child === undefined || test(child)
      })
  },
  dependentRequired: (expected) => {
    const dependents = entries(expected).map(([name, others]) => [name, items(others)] as const)
    return (value) =>
      !isObject(value) ||
      dependents.every(([name, others]) => !has(value, name) || others.every(([, other]) => has(value, other)))
  },
  oneOf: (expected) => {
    const all = innerTests(expected)
    return (value) => all.filter((test) => test(value)).length === 1
  },
  anyOf: (expected) => {
    const all = innerTests(expected)
    return (value) => all.some((test) => test(value))
  },
  allOf: (expected) => {
    const all = innerTests(expected)
    return (value) => all.every((test) => test(value))
  },
  additionalProperties: (expected, { properties }) => {
    const test = expected === false ? never : innerTest(expected)
    const isKnown = (name: string): boolean => isObject(properties) && Object.hasOwn(properties, name)
    return test && ((value) => entries(value).every(([name, child]) => isKnown(name) || test(child)))
  },
  propertyNames: (expected) => {
    const test = innerTest(expected)
    return test && ((value) => entries(value).every(([name]) => test(name)))
  },
  minProperties: (expected) => (value) => !isObject(value) || Object.keys(value).length >= Number(expected),
  maxProperties: (expected) => (value) => !isObject(value) || Object.keys(value).length <= Number(expected),
  not: (expected) => {
    const test = innerTest(expected)
    return test === undefined ? undefined : (value) => !test(value)
  },
  if: (expected, schema) => {
    const [test, then, otherwise] = [innerTest(expected), innerTest(schema.then), innerTest(schema.else)]
    if (test === undefined || (then === undefined && otherwise === undefined)) return undefined
    return (value) => (test(value) ? then : otherwise)?.(value) ?? true
  },
  ...Object.fromEntries(
    numbersRules.map((kind): [string, Keyword] => [
      kind.keyword,
      (rule) =>
        isObject(rule)
          ? (value) =>
              kind.broken(
                value,
                ruleFor(rule, (condition) => satisfies(condition, value)),
              ) === undefined
          : undefined,
    ]),
  ),
}

function ofNumbers(compare: (value: number, limit: number) => boolean): Keyword {
  return (expected) => (value) => typeof value !== 'number' || compare(value, Number(expected))
}

/** Of lengths in code points. */
function ofTexts(compare: (length: number, limit: number) => boolean): Keyword {
  return (expected) => (value) => typeof value !== 'string' || compare([...value].length, Number(expected))
}

/** Undefined where a pattern is not a regular expression, which is a mistake of its own. */
function regularExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern)
  } catch {
    return undefined
  }
}

/** Decimal steps are not exact in binary: 0.3 / 0.1 is a little less than 3. */
function isMultiple(steps: number): boolean {
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps))
}

function has(value: JsonSchema, name: JsonValue): boolean {
  return typeof name === 'string' && Object.hasOwn(value, name)
}

const types: Readonly<Partial<Record<string, Test>>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
  null: (value) => value === null,
}
