import { ruleChecks, rulesText } from '../rules-text.mjs'

export const name = 'typebox 1'

export function moduleText(model) {
  const fields = model.parameters.map(
    (parameter) =>
      `  ${JSON.stringify(parameter.name)}: ${parameter.required ? value(parameter) : `Type.Optional(${value(parameter)})`},\n`,
  )
  return `import Type from 'typebox'
import { Compile } from 'typebox/compile'
${ruleChecks}const rules = ${rulesText(model)}
const schema = Compile(Type.Object({
  model: Type.Literal(${JSON.stringify(model.id)}),
${fields.join('')}}, { additionalProperties: false }))
export const validate = (body) => {
  const errors = schema.Check(body) ? [] : schema.Errors(body)
  for (const rule of rules) if (!rule.holds(body)) errors.push(rule.id)
  return errors
}
`
}

function value(parameter) {
  const options = (pairs) =>
    JSON.stringify(Object.fromEntries(Object.entries(pairs).filter(([, limit]) => limit !== undefined)))
  switch (parameter.kind) {
    case 'prompt':
      return `Type.String(${options({ minLength: parameter.minLength, maxLength: parameter.maxLength })})`
    case 'string':
      return 'Type.String()'
    case 'boolean':
      return 'Type.Boolean()'
    case 'array':
      return 'Type.Array(Type.Unknown())'
    case 'enum':
      return `Type.Union(${JSON.stringify(parameter.values)}.map((value) => Type.Literal(value)))`
    case 'integer':
      return `Type.Integer(${options({ minimum: parameter.minimum, maximum: parameter.maximum })})`
    case 'media':
      return `Type.Array(Type.String({ pattern: ${JSON.stringify(parameter.pattern)} }), ${options({ minItems: parameter.minItems, maxItems: parameter.maxItems })})`
  }
}
