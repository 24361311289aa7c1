import { _, Name, type Code, type CodeKeywordDefinition, type KeywordCxt } from 'ajv'
import type { JsonSchema, JsonValue, PromptLimit, PromptToken, TextClasses } from '../../catalogue.js'
import { condition } from './condition.js'
import { arrayLiteral, patternLiteral } from './literals.js'

/** ajv's variable for errors; here it holds the findings, an array from the start. */
const findings = new Name('vErrors')

/** Names a constant of the module; the same literal has the same name. */
export type Constants = (literal: Code) => Name

/** The variable that holds one parameter's value. */
function variable(parameter: string): Name {
  return new Name(`$${parameter.replace(/[^A-Za-z0-9_]/g, (character) => `$${character.codePointAt(0)}$`)}`)
}

const call = (check: string): Name => new Name(check)
const bound = (limit: number | null, otherwise: Code): Code => (limit === null ? otherwise : _`${limit}`)
const lowest = _`-Infinity`
const highest = _`Infinity`

interface Named {
  name: string
  required: boolean
}
interface Bounded extends Named {
  minimum: number | null
  maximum: number | null
}

/** Reads the body's own parameters once, reports unknown ones, then lets each parameter's keywords check its value. */
const parameters: CodeKeywordDefinition = {
  keyword: 'parameters',
  schemaType: 'object',
  code(context) {
    const { gen, data } = context
    const names = Object.keys(context.schema as JsonSchema)
    gen.assign(findings, _`[]`)
    for (const name of names) gen.let(variable(name))
    const cases = names.reduce(
      (code, name) => _`${code}
  case ${name}: ${variable(name)} = ${data}[key]; break;`,
      _``,
    )
    gen.code(_`for (const key of Object.keys(${data})) switch (key) {
  case "model": break;${cases}
  default: if (${data}[key] !== undefined) ${call('unknownParameter')}(${findings}, key)
}`)
    for (const name of names)
      context.subschema({ keyword: 'parameters', schemaProp: name, data: variable(name) }, gen.name('valid'))
  },
}

/** Cross-field rules: a request that fails one breaks it and gets one finding. */
function rules(constant: Constants): CodeKeywordDefinition {
  return {
    keyword: 'rules',
    schemaType: 'array',
    code({ gen, data, schema }) {
      for (const rule of schema as { id: string; parameters: string[]; schema: JsonValue }[]) {
        const values = rule.parameters
          .map(variable)
          .reduce((list, name, index) => (index === 0 ? _`${name}` : _`${list}, ${name}`), _``)
        const names = constant(arrayLiteral(rule.parameters))
        gen.code(
          _`if (!${condition(rule.schema, data, variable)}) ${call('broken')}(${findings}, ${rule.id}, ${names}, [${values}])`,
        )
      }
    },
  }
}

/** A keyword that calls one check of `checks.ts` with the finding list, the parameter's name, its value and whether it is required. */
function checkKeyword<T extends Named>(
  keyword: string,
  check: string,
  rest: (schema: T) => Code,
): CodeKeywordDefinition {
  return {
    keyword,
    schemaType: 'object',
    code({ gen, data, schema }: KeywordCxt) {
      const facts = schema as T
      gen.code(_`${call(check)}(${findings}, ${facts.name}, ${data}, ${facts.required ? 1 : 0}${rest(facts)})`)
    },
  }
}

function base64(constant: Constants): CodeKeywordDefinition {
  return {
    keyword: 'base64',
    schemaType: 'object',
    code({ gen, data, schema }) {
      const { name, maximum, pattern } = schema as { name: string; maximum: number; pattern: string }
      gen.code(_`${call('base64')}(${findings}, ${name}, ${data}, ${maximum}, ${constant(patternLiteral(pattern))})`)
    },
  }
}

function promptLimits(constant: Constants): CodeKeywordDefinition {
  return {
    keyword: 'promptLimits',
    schemaType: 'object',
    code({ gen, data, schema }) {
      const { name, limits, classes } = schema as { name: string; limits: PromptLimit[]; classes: TextClasses }
      const rows = limits.map(({ rule, count, max, severity, onlyWithHan }) => [
        rule,
        count,
        max,
        severity === 'error' ? 1 : 0,
        onlyWithHan === true ? 1 : 0,
      ])
      // No count exceeds the number of UTF-16 units, so an ordinary prompt is never read.
      const shortest = Math.min(...limits.map((limit) => limit.max))
      const countsWords = limits.some((limit) => limit.count === 'words')
      const table = (pairs: [number, number][], needed = true): Name =>
        constant(arrayLiteral(needed ? distances(pairs) : []))
      const tables = _`${table(classes.han)}, ${table(classes.latin, countsWords)}, ${table(classes.space, countsWords)}`
      gen.code(
        _`if (typeof ${data} === "string" && ${data}.length > ${shortest}) ${call('promptLimits')}(${findings}, ${name}, ${data}, ${constant(arrayLiteral(rows))}, ${tables})`,
      )
    },
  }
}

/** Ranges as distances from border to border, the form that `within` reads. */
function distances(ranges: [number, number][]): number[] {
  const borders = ranges.flatMap(([first, last]) => [first, last + 1])
  return borders.map((border, index) => border - (borders[index - 1] ?? 0))
}

/** `@图片3`: each prefix with a number names one item of a parameter. */
const promptTokens: CodeKeywordDefinition = {
  keyword: 'promptTokens',
  schemaType: 'object',
  code({ gen, data, schema }) {
    const { name, tokens } = schema as { name: string; tokens: PromptToken[] }
    for (const { prefix, parameter, from, to } of tokens) {
      const pattern = patternLiteral(`${prefix.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}([0-9]+)`, 'g')
      gen.code(
        _`if (typeof ${data} === "string") ${call('promptTokens')}(${findings}, ${name}, ${data}, ${pattern}, ${parameter}, ${from}, ${to}, ${variable(parameter)})`,
      )
    }
  },
}

/** The vocabulary of the lowered schemas, in the order in which a request is checked. */
export function createKeywords(constant: Constants): CodeKeywordDefinition[] {
  return [
    parameters,
    checkKeyword<Named & { type: string }>('typed', 'typed', ({ type }) => _`, ${type}`),
    checkKeyword('nonEmpty', 'nonEmpty', () => _``),
    checkKeyword<Bounded>(
      'textParameter',
      'text',
      ({ minimum, maximum }) => _`, ${bound(minimum, _`0`)}, ${bound(maximum, highest)}`,
    ),
    checkKeyword<Bounded>(
      'integer',
      'integer',
      ({ minimum, maximum }) => _`, ${bound(minimum, lowest)}, ${bound(maximum, highest)}`,
    ),
    checkKeyword<Named & { type: string; values: JsonValue[] }>(
      'choice',
      'choice',
      ({ type, values }) => _`, ${type}, ${constant(arrayLiteral(values))}`,
    ),
    checkKeyword<Bounded & { pattern: string; accepts: string[] }>(
      'media',
      'media',
      ({ minimum, maximum, pattern, accepts }) =>
        _`, ${minimum}, ${maximum}, ${constant(patternLiteral(pattern))}, ${constant(arrayLiteral(accepts))}`,
    ),
    base64(constant),
    promptLimits(constant),
    promptTokens,
    rules(constant),
  ]
}
