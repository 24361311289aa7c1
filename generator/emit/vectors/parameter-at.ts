import type { Parameter } from '../../catalogue.js'

/** The parameter, the member or the item that the steps of a pointer lead to. An item of a list of references is the parameter itself. */
export function parameterAt(
  [name = '', ...inside]: readonly string[],
  parameters: readonly Parameter[],
): Parameter | undefined {
  let found = parameters.find((parameter) => parameter.name === name)
  for (const step of inside) {
    if (found?.kind === 'object') found = found.members.find((member) => member.name === step)
    else if (found?.kind === 'list') found = found.items
  }
  return found
}
