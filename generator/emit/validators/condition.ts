import { _, type Code, Name, nil, stringify } from 'ajv'
import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'
import { patternLiteral } from './literals.js'

/** A keyword in a cross-field rule that the validators do not know how to evaluate. */
export class UnsupportedKeywordError extends Error {
  override readonly name = 'UnsupportedKeywordError'
}

/** The expression of one parameter of the request; `isInside`: of one member of a value in it, which may be no object. */
export type ParameterName = ((parameter: string) => Code) & { isInside?: true }

type Evaluate = (argument: JsonValue, value: Code, parameter: ParameterName, schema: JsonSchema) => Code

/** Limits on values of one type; values of other types pass. `tested` is the type that is tested beside the limit, if any. */
const comparisons: Record<string, (argument: JsonValue, value: Code, tested: JsonValue | undefined) => Code> = {
  minItems: (limit, value, tested) => ofType('array', value, tested, _`${value}.length >= ${stringify(limit)}`),
  maxItems: (limit, value, tested) => ofType('array', value, tested, _`${value}.length <= ${stringify(limit)}`),
  minimum: (limit, value, tested) => ofType('number', value, tested, _`${value} >= ${stringify(limit)}`),
  maximum: (limit, value, tested) => ofType('number', value, tested, _`${value} <= ${stringify(limit)}`),
  exclusiveMinimum: (limit, value, tested) => ofType('number', value, tested, _`${value} > ${stringify(limit)}`),
  exclusiveMaximum: (limit, value, tested) => ofType('number', value, tested, _`${value} < ${stringify(limit)}`),
  multipleOf: (step, value, tested) =>
    ofType('number', value, tested, _`${new Name('isMultiple')}(${value}, ${stringify(step)})`),
  minLength: (limit, value, tested) =>
    ofType('string', value, tested, _`${new Name('codePoints')}(${value}) >= ${stringify(limit)}`),
  maxLength: (limit, value, tested) =>
    ofType('string', value, tested, _`${new Name('codePoints')}(${value}) <= ${stringify(limit)}`),
  pattern: (pattern, value, tested) =>
    ofType('string', value, tested, _`${patternLiteral(text(pattern))}.test(${value})`),
  items: (schema, value, tested) => ofType('array', value, tested, _`${value}.every((item) => ${ofItem(schema)})`),
  contains: (schema, value, tested) => ofType('array', value, tested, _`${value}.some((item) => ${ofItem(schema)})`),
}

/** The condition on one item. One in it has the same name, and is a variable of its own. */
function ofItem(schema: JsonValue): Code {
  return inside(schema, new Name('item'))
}

const keywords: Record<string, Evaluate> = {
  type: (types, value) =>
    join(
      '||',
      list(types).map((type) => typeTest(type, value)),
    ),
  const: (constant, value) => equals(constant, value),
  enum: (values, value) =>
    join(
      '||',
      list(values).map((constant) => equals(constant, value)),
    ),
  required: (names, value, parameter, { properties, type }) =>
    ofObject(
      value,
      parameter,
      type,
      join(
        '&&',
        list(names)
          .filter((name) => !refusesAbsent(properties, text(name)))
          .map((name) => _`${parameter(text(name))} !== undefined`),
      ),
    ),
  properties: (schemas, holder, parameter, { required, type }) =>
    ofObject(
      holder,
      parameter,
      type,
      join(
        '&&',
        Object.entries(object(schemas)).map(([name, schema]) => {
          const value = parameter(name)
          const test = inside(schema, value)
          const absentPasses = isObject(schema) && Object.keys(schema).every((keyword) => keyword in comparisons)
          const isRequired = list(required ?? []).includes(name)
          return absentPasses || isRequired ? test : _`(${value} === undefined || ${test})`
        }),
      ),
    ),
  dependentRequired: (dependents, value, parameter, { type }) =>
    ofObject(
      value,
      parameter,
      type,
      join(
        '&&',
        Object.entries(object(dependents)).map(([name, names]) => {
          const all = join(
            '&&',
            list(names).map((other) => _`${parameter(text(other))} !== undefined`),
          )
          return _`(${parameter(name)} === undefined || ${all})`
        }),
      ),
    ),
  not: (schema, value, parameter) => negation(condition(schema, value, parameter)),
  allOf: (schemas, value, parameter) =>
    join(
      '&&',
      list(schemas).map((schema) => condition(schema, value, parameter)),
    ),
  anyOf: (schemas, value, parameter) =>
    join(
      '||',
      list(schemas).map((schema) => condition(schema, value, parameter)),
    ),
  oneOf: (schemas, value, parameter) => {
    const sum = list(schemas).reduce<Code>(
      (total, schema, index) => {
        const holds = _`!!(${condition(schema, value, parameter)})`
        return index === 0 ? holds : _`${total} + ${holds}`
      },
      _`0`,
    )
    return _`(${sum} === 1)`
  },
  if: (test, value, parameter, schema) => {
    const branch = (key: string): Code =>
      schema[key] === undefined ? _`true` : condition(schema[key], value, parameter)
    return _`(${condition(test, value, parameter)} ? ${branch('then')} : ${branch('else')})`
  },
}
const silent = new Set(['then', 'else', '$comment', 'description', 'title'])

/** A JavaScript expression that is true when the request satisfies `schema`, a cross-field rule. Throws an UnsupportedKeywordError. */
export function condition(schema: JsonValue, value: Code, parameter: ParameterName): Code {
  if (typeof schema === 'boolean') return _`${schema}`
  const rule = object(schema)
  const short = shorthands[JSON.stringify(rule)]
  if (short !== undefined) return short(value)
  const parts = Object.entries(rule)
    .filter(([keyword]) => !silent.has(keyword))
    .map(([keyword, argument]) => {
      const compare = comparisons[keyword]
      if (compare !== undefined) return compare(argument, value, rule.type)
      const evaluate = keywords[keyword]
      if (evaluate === undefined)
        throw new UnsupportedKeywordError(`a cross-field rule uses "${keyword}"; the validators know ${known()}`)
      return evaluate(argument, value, parameter, rule)
    })
  return join('&&', parts)
}

/** A JavaScript expression that is true when a condition is not. A call or a group ends with a parenthesis, a comparison with what it compares with. */
export function negation(code: Code): Code {
  return code.toString().endsWith(')') ? _`!${code}` : _`!(${code})`
}

/** Schemas that most rules are made of, as calls of checks. */
const shorthands: Record<string, (value: Code) => Code> = {
  '{"maxItems":0}': (value) => _`!${new Name('filled')}(${value})`,
  '{"type":"array","minItems":1}': (value) => _`${new Name('filled')}(${value})`,
  '{"type":"array","maxItems":0}': (value) => _`${new Name('empty')}(${value})`,
}

/** Whether the test of a property already fails for an absent one. */
function refusesAbsent(properties: JsonValue | undefined, name: string): boolean {
  const schema = isObject(properties) ? properties[name] : undefined
  return isObject(schema) && schema.type !== undefined
}

function ofType(type: string, value: Code, tested: JsonValue | undefined, test: Code): Code {
  return tested === type || (type === 'number' && tested === 'integer')
    ? test
    : _`(!(${typeTest(type, value)}) || ${test})`
}

/** A condition on a value inside the request: names in it are those of its members. */
function inside(schema: JsonValue, value: Code): Code {
  const member = (name: string): Code => _`${new Name('own')}(${value}, ${name})`
  return condition(schema, value, Object.assign(member, { isInside: true as const }))
}

/** A test of members, which every other value passes. The request itself is one. */
function ofObject(value: Code, parameter: ParameterName, tested: JsonValue | undefined, test: Code): Code {
  return parameter.isInside && test.toString() !== 'true' ? ofType('object', value, tested, test) : test
}

function known(): string {
  return [...Object.keys(comparisons), ...Object.keys(keywords)].join(', ')
}

function typeTest(type: JsonValue, value: Code): Code {
  if (type === 'array') return _`Array.isArray(${value})`
  if (type === 'integer') return _`Number.isInteger(${value})`
  if (type === 'null') return _`${value} === null`
  if (type === 'object') return _`(typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value}))`
  return _`typeof ${value} === ${stringify(type)}`
}

function equals(constant: JsonValue, value: Code): Code {
  if (typeof constant === 'object' && constant !== null)
    throw new UnsupportedKeywordError('a cross-field rule compares with an array or an object')
  return _`${value} === ${stringify(constant)}`
}

function join(operator: '&&' | '||', all: Code[]): Code {
  const neutral = operator === '&&' ? _`true` : _`false`
  const parts = all.filter((part) => part.toString() !== neutral.toString())
  if (parts.length === 0) return neutral
  if (parts.length === 1 && parts[0] !== undefined) return parts[0]
  const joined = parts.reduce(
    (left, right) => (left === nil ? right : operator === '&&' ? _`${left} && ${right}` : _`${left} || ${right}`),
    nil,
  )
  return _`(${joined})`
}

function list(value: JsonValue): JsonValue[] {
  return Array.isArray(value) ? value : [value]
}

function object(value: JsonValue): JsonSchema {
  if (!isObject(value)) throw new UnsupportedKeywordError('a cross-field rule holds something that is not a schema')
  return value
}

function text(value: JsonValue): string {
  if (typeof value !== 'string')
    throw new UnsupportedKeywordError('a cross-field rule names a parameter by something that is not a string')
  return value
}
