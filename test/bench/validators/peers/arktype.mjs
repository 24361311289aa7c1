import { ruleChecks, rulesText } from '../rules-text.mjs'

export const name = 'arktype 2'

export function moduleText(model) {
  const fields = model.parameters.map(
    (parameter) => `  ${JSON.stringify(parameter.name + (parameter.required ? '' : '?'))}: ${value(parameter)},\n`,
  )
  return `import { type } from 'arktype'
${ruleChecks}const rules = ${rulesText(model)}
const schema = type({
  '+': 'reject',
  model: type.unit(${JSON.stringify(model.id)}),
${fields.join('')}}).narrow((body, context) => rules.every((rule) => rule.holds(body) || context.mustBe(rule.id)))
export const validate = (body) => {
  const result = schema(body)
  return result instanceof type.errors ? result : []
}
`
}

function value(parameter) {
  switch (parameter.kind) {
    case 'prompt':
      return `'${parameter.minLength} <= string${parameter.maxLength === undefined ? '' : ` <= ${parameter.maxLength}`}'`.replace(
        /'(\d+) <= string'/,
        "'string >= $1'",
      )
    case 'string':
      return "'string'"
    case 'boolean':
      return "'boolean'"
    case 'array':
      return "'unknown[]'"
    case 'enum':
      return `type.enumerated(...${JSON.stringify(parameter.values)})`
    case 'integer':
      return `'${parameter.minimum === undefined ? '' : `${parameter.minimum} <= `}number.integer${parameter.maximum === undefined ? '' : ` <= ${parameter.maximum}`}'`
    case 'media':
      return `type(${new RegExp(parameter.pattern)}).array().atLeastLength(${parameter.minItems}).atMostLength(${parameter.maxItems})`
  }
}
