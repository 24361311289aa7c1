import { ruleChecks, rulesText } from '../rules-text.mjs'

export const name = 'zod 4'

export function moduleText(model) {
  const fields = model.parameters.map(
    (parameter) =>
      `  ${JSON.stringify(parameter.name)}: ${value(parameter)}${parameter.required ? '' : '.optional()'},\n`,
  )
  return `import * as z from 'zod'
${ruleChecks}const rules = ${rulesText(model)}
const schema = z.strictObject({
  model: z.literal(${JSON.stringify(model.id)}),
${fields.join('')}}).superRefine((body, context) => {
  for (const rule of rules) if (!rule.holds(body)) context.addIssue({ code: 'custom', message: rule.id })
})
export const validate = (body) => {
  const result = schema.safeParse(body)
  return result.success ? [] : result.error.issues
}
`
}

function value(parameter) {
  switch (parameter.kind) {
    case 'prompt':
      return `z.string().min(${parameter.minLength})${parameter.maxLength === undefined ? '' : `.max(${parameter.maxLength})`}`
    case 'string':
      return 'z.string()'
    case 'boolean':
      return 'z.boolean()'
    case 'array':
      return 'z.array(z.unknown())'
    case 'enum':
      return parameter.type === 'string'
        ? `z.enum(${JSON.stringify(parameter.values)})`
        : `z.literal(${JSON.stringify(parameter.values)})`
    case 'integer':
      return `z.number().int()${parameter.minimum === undefined ? '' : `.min(${parameter.minimum})`}${parameter.maximum === undefined ? '' : `.max(${parameter.maximum})`}`
    case 'media':
      return `z.array(z.string().regex(${new RegExp(parameter.pattern)})).min(${parameter.minItems}).max(${parameter.maxItems})`
  }
}
