import { _, stringify, type Code } from 'ajv'
import type { JsonSchema, JsonValue } from '../../catalogue.js'
import { isObject, items } from '../../load/json-object.js'
import type { CheckContext } from '../../kinds/kind.js'
import { objectLiteral } from './literals.js'

/** A rule over numbers as code; a default that depends on the request is chosen there. `condition` is the code of a condition on it. */
export function numbersCode(
  rule: JsonSchema,
  constant: CheckContext['constant'],
  condition: (schema: JsonSchema) => Code,
): Code {
  if (!dependsOnRequest(rule)) return constant(objectLiteral(rule))
  return object(Object.entries(rule).map(([keyword, value]) => [keyword, codeOf(value, condition)]))
}

function codeOf(value: JsonValue, condition: (schema: JsonSchema) => Code): Code {
  if (Array.isArray(value))
    return _`[${value.map((item) => codeOf(item, condition)).reduce((all, item) => _`${all}, ${item}`)}]`
  if (!isObject(value) || value.defaults === undefined) return literal(value)
  const { defaults, default: otherwise, ...at } = value
  const chosen = items(defaults).reduceRight((rest, [, stated]) => {
    if (!isObject(stated) || !isObject(stated.if)) return rest
    return _`${condition(stated.if)} ? ${literal(stated.default ?? null)} : ${rest}`
  }, literal(otherwise))
  return object([
    ...Object.entries(at).map(([name, fact]): [string, Code] => [name, literal(fact)]),
    ['default', chosen],
  ])
}

function literal(value: JsonValue | undefined): Code {
  return value === undefined ? _`undefined` : stringify(value)
}

function dependsOnRequest(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (isObject(value) && value.defaults !== undefined) || Object.values(value).some(dependsOnRequest)
}

function object(members: readonly (readonly [name: string, value: Code])[]): Code {
  const code = members.map(([name, value]) => _`${name}: ${value}`).reduce((all, member) => _`${all}, ${member}`)
  return _`{ ${code} }`
}
