import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { isObject } from '../../load/resolve.js'
import type { Spec } from '../../load/spec.js'
import type { Mistake } from '../mistake.js'
import { entries, items, modelFiles, parametersOf, parsed, text } from '../models.js'
import { nearest } from '../nearest.js'
import { satisfies } from '../satisfies.js'

/** S030: defaults that their own parameter refuses. */
export function* refusedDefaults(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model)) {
      if (schema.default === undefined || satisfies(schema, schema.default)) continue
      yield { code: 'S030', file: model.path, path: ['properties', name, 'default'], message: `the default ${JSON.stringify(schema.default)} of ${name} is not ${allowed(schema)}` }
    }
  }
}

function allowed(schema: JsonSchema): string {
  if (Array.isArray(schema.enum)) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
  const range = [['minimum', 'at least'], ['maximum', 'at most']].flatMap(([keyword = '', words = '']) =>
    schema[keyword] === undefined ? [] : [`${words} ${JSON.stringify(schema[keyword])}`])
  return [`of type ${text(schema.type) ?? 'unknown'}`, ...range].join(', ')
}

/** S031: lower limits above their upper limits, in parameters, media limits and token ranges. */
export function* reversedLimits(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model)) yield* reversedIn(model.path, ['properties', name], name, schema)
  }
}

const pairs = [['minimum', 'maximum'], ['minLength', 'maxLength'], ['minItems', 'maxItems'], ['from', 'to'], ['minimum', 'exclusiveMaximum'], ['exclusiveMinimum', 'maximum'], ['exclusiveMinimum', 'exclusiveMaximum']] as const

function* reversedIn(file: string, path: (string | number)[], name: string, value: JsonValue): Iterable<Mistake> {
  for (const [index, item] of items(value)) yield* reversedIn(file, [...path, index], name, item)
  if (!isObject(value)) return
  for (const [low, high] of pairs) {
    const [least, most] = [value[low], value[high]]
    if (typeof least === 'number' && typeof most === 'number' && least > most) {
      yield { code: 'S031', file, path: [...path, low], message: `${low} ${least} of ${name} is above ${high} ${most}` }
    }
  }
  for (const [key, child] of entries(value)) yield* reversedIn(file, [...path, key], name, child)
}

/** S032: required parameters that are not defined. */
export function* undefinedRequired(spec: Spec): Iterable<Mistake> {
  for (const { path: file, schema } of modelFiles(spec)) {
    const names = entries(schema.properties).map(([name]) => name)
    for (const [index, name] of items(schema.required)) {
      if (typeof name !== 'string' || names.includes(name)) continue
      const near = nearest(name, names)
      yield {
        code: 'S032', file, path: ['required', index], message: `"${name}" is required and not defined`,
        ...(near === undefined ? {} : { hint: `Did you mean "${near}"?` }),
      }
    }
  }
}

/** S034: parameters that are none of the kinds the catalogue knows. */
export function* unclearParameters(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model)) {
      const problem = unclear(schema)
      if (problem !== undefined) yield { code: 'S034', file: model.path, path: ['properties', name], at: 'key', message: `${name} ${problem}` }
    }
  }
}

function unclear(schema: JsonSchema): string | undefined {
  if (typeof schema.type !== 'string') return 'has no type'
  if (schema.type !== 'array') return schema['x-media'] === undefined ? undefined : 'has x-media and is no array'
  if (schema['x-media'] === undefined) return schema['x-items'] === undefined ? 'is an array without x-media or x-items' : undefined
  if (schema.items === undefined) return 'has x-media and no items'
  return schema.maxItems === undefined ? 'has x-media and no maxItems' : undefined
}

/** S035: patterns that not every regular expression engine reads alike. */
export function* unportablePatterns(spec: Spec): Iterable<Mistake> {
  const file = 'media.schema.json'
  for (const [name, definition] of entries(parsed(spec.files.get(file))?.$defs)) {
    const pattern = isObject(definition) ? text(definition.pattern) : undefined
    if (pattern === undefined) continue
    const problem = unportable(pattern)
    if (problem !== undefined) yield { code: 'S035', file, path: ['$defs', name, 'pattern'], message: `the pattern of ${name} ${problem}` }
  }
}

function unportable(pattern: string): string | undefined {
  const escape = /\\([pPsSdDwWbBkux1-9])/.exec(pattern.replaceAll('\\\\', '')) ?? undefined
  if (escape !== undefined && escape[1] !== 'x') return `uses ${escape[0]}`
  if (/\(\?[=!<]/.test(pattern)) return 'uses look-around or a named group'
  try {
    new RegExp(pattern)
    return undefined
  } catch {
    return 'is no regular expression'
  }
}

/** S036: prompt tokens that name no reference of the model. */
export function* strayTokens(spec: Spec): Iterable<Mistake> {
  for (const model of modelFiles(spec)) {
    const parameters = parametersOf(spec, model)
    for (const [name, schema] of parameters) {
      for (const [index, token] of items(schema['x-prompt-tokens'])) {
        if (!isObject(token) || typeof token.parameter !== 'string') continue
        const target = parameters.get(token.parameter)
        const path = ['properties', name, 'x-prompt-tokens', index]
        if (target?.['x-media'] === undefined) yield { code: 'S036', file: model.path, path, message: `the token "${text(token.prefix) ?? ''}" names ${token.parameter}, which is no media parameter of ${model.id}` }
        else if (Number(token.to) > Number(target.maxItems)) yield { code: 'S036', file: model.path, path, message: `the token "${text(token.prefix) ?? ''}" goes up to ${Number(token.to)}, ${token.parameter} has at most ${Number(target.maxItems)} items` }
      }
    }
  }
}

/** S037: limits that report under a rule findings.json does not have. */
export function* unknownRules(spec: Spec): Iterable<Mistake> {
  const findings = parsed(spec.files.get('findings.json'))
  if (findings === undefined) return
  const known = new Set(items(findings.findings).map(([, kind]) => (isObject(kind) ? kind.rule : undefined)))
  for (const model of modelFiles(spec)) {
    for (const [name, schema] of parametersOf(spec, model)) {
      const media = isObject(schema['x-media']) ? schema['x-media'].limits : undefined
      for (const [path, limits] of [[['x-prompt-limits'], schema['x-prompt-limits']], [['x-media', 'limits'], media]] as const) {
        for (const [index, limit] of items(limits)) {
          if (isObject(limit) && typeof limit.rule === 'string' && !known.has(limit.rule)) {
            yield { code: 'S037', file: model.path, path: ['properties', name, ...path, index, 'rule'], message: `the rule "${limit.rule}" is not in findings.json` }
          }
        }
      }
    }
  }
}
