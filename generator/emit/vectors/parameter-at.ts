import type { JsonValue, Parameter } from '../../catalogue.js'
import { isObject } from '../../load/json-object.js'
import { variantOf } from '../../measures/members.js'

/**
 * The parameter, the member or the item that the steps of a pointer into a request lead to. An item of a list of references
 * is the parameter itself; what lies inside a union is of the form that the request says.
 */
export function parameterAt(
  [name = '', ...inside]: readonly string[],
  parameters: readonly Parameter[],
  body: JsonValue,
): Parameter | undefined {
  let found = parameters.find((parameter) => parameter.name === name)
  let value = memberAt(body, name)
  for (const step of inside) {
    if (found?.kind === 'union')
      found = step === found.tag.name ? found.tag : memberOf(variantOf(found, value)[0], step)
    else if (found?.kind === 'object') found = memberOf(found, step)
    else if (found?.kind === 'list') found = found.items
    else if (found?.kind === 'map') found = found.values
    value = memberAt(value, step)
  }
  return found
}

function memberOf(parameter: Parameter | undefined, name: string): Parameter | undefined {
  return parameter?.kind === 'object' ? parameter.members.find((member) => member.name === name) : undefined
}

function memberAt(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(step)]
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
}
