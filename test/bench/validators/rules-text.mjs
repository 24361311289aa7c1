/** Cross-field rules of a model as plain JavaScript, the same for every peer: none of them has a way of its own to say them. */
import { _ } from '../../../node_modules/ajv/dist/core.js'
import { getProperty } from '../../../node_modules/ajv/dist/compile/codegen/code.js'
import { condition } from '../../../generator/dist/emit/validators/condition.js'

export const ruleChecks = `const filled = (value) => Array.isArray(value) && value.length > 0
const empty = (value) => Array.isArray(value) && value.length === 0
`

/** `[{ id, holds: (body) => boolean }]` as source text; advice is left out, because peers only accept or refuse. */
export function rulesText(model) {
  const rules = model.rules
    .filter((rule) => rule.severity === 'error')
    .map((rule) => {
      const holds = condition(rule.schema, _`body`, (name) => _`body${getProperty(name)}`)
      return `{ id: ${JSON.stringify(rule.id)}, holds: (body) => ${holds} }`
    })
  return `[${rules.join(', ')}]`
}
