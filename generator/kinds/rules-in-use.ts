import type { Model, Parameter } from '../catalogue.js'
import { membersOf } from '../measures/members.js'
import { deprecatesValues } from './options.js'
import { hasValueList } from './value-list.js'

/** Whether names of the caller's choice, at any depth of a parameter, must have a certain form. */
function limitsNames(parameter: Parameter): boolean {
  if (parameter.kind === 'map') return parameter.names !== undefined || limitsNames(parameter.values)
  return parameter.kind === 'list' ? limitsNames(parameter.items) : membersOf(parameter).some(limitsNames)
}

const rulesOfValues = ['value-deprecated', 'value-retired']

/** The rules that a request for one of these models can break: a page that checks requests loads what is said of all of them. */
export function rulesInUse<T>(rules: Iterable<readonly [rule: string, T]>, models: readonly Model[]): [string, T][] {
  const isUsed = (test: (parameter: Parameter) => boolean): boolean =>
    models.some(({ parameters }) => parameters.some(test))
  const unused = new Set([
    ...(isUsed(deprecatesValues) ? [] : rulesOfValues),
    ...(isUsed(limitsNames) ? [] : ['property-name']),
    ...(isUsed(hasValueList) ? [] : ['value-unlisted']),
  ])
  return [...rules].filter(([rule]) => !unused.has(rule)).map(([rule, said]) => [rule, said])
}
