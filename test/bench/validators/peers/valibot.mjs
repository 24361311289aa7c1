import { ruleChecks, rulesText } from '../rules-text.mjs'

export const name = 'valibot'

export function moduleText(model) {
  const fields = model.parameters.map(
    (parameter) =>
      `  ${JSON.stringify(parameter.name)}: ${parameter.required ? value(parameter) : `v.optional(${value(parameter)})`},\n`,
  )
  return `import * as v from 'valibot'
${ruleChecks}const rules = ${rulesText(model)}
const schema = v.pipe(v.strictObject({
  model: v.literal(${JSON.stringify(model.id)}),
${fields.join('')}}), ...rules.map((rule) => v.check((body) => rule.holds(body), rule.id)))
export const validate = (body) => {
  const result = v.safeParse(schema, body)
  return result.success ? [] : result.issues
}
`
}

function value(parameter) {
  const pipe = (base, ...actions) => (actions.length === 0 ? base : `v.pipe(${[base, ...actions].join(', ')})`)
  const when = (limit, action) => (limit === undefined ? [] : [`v.${action}(${limit})`])
  switch (parameter.kind) {
    case 'prompt':
      return pipe('v.string()', `v.minLength(${parameter.minLength})`, ...when(parameter.maxLength, 'maxLength'))
    case 'string':
      return 'v.string()'
    case 'boolean':
      return 'v.boolean()'
    case 'array':
      return 'v.array(v.unknown())'
    case 'enum':
      return `v.picklist(${JSON.stringify(parameter.values)})`
    case 'integer':
      return pipe(
        'v.number()',
        'v.integer()',
        ...when(parameter.minimum, 'minValue'),
        ...when(parameter.maximum, 'maxValue'),
      )
    case 'media':
      return pipe(
        `v.array(v.pipe(v.string(), v.regex(${new RegExp(parameter.pattern)})))`,
        `v.minLength(${parameter.minItems})`,
        `v.maxLength(${parameter.maxItems})`,
      )
  }
}
