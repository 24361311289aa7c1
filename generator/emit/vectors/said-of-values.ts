import type { JsonValue, Parameter } from '../../catalogue.js'
import { isDeprecated } from '../../kinds/options.js'
import { isListed, isUnlisted } from '../../kinds/value-list.js'
import { variantOf } from '../../measures/members.js'
import { isObject } from '../../load/json-object.js'
import { pointerOf } from '../../load/pointer.js'
import type { ExpectedFinding } from './vector.js'

/** The advice on every value that should no longer be used, or that a list that grows did not have, at any depth of a parameter's value. */
export function saidOfValues(parameter: Parameter, value: JsonValue | undefined, path: string): ExpectedFinding[] {
  switch (parameter.kind) {
    case 'enum':
      return isDeprecated(parameter, value) ? [{ rule: 'value-deprecated', path, severity: 'advice' }] : []
    case 'string':
      if (!isListed(parameter)) return []
      return [
        ...(isUnlisted(parameter, value) ? [{ rule: 'value-unlisted', path, severity: 'advice' as const }] : []),
        ...(isDeprecated(parameter, value) ? [{ rule: 'value-deprecated', path, severity: 'advice' as const }] : []),
      ]
    case 'object':
      return isObject(value)
        ? parameter.members.flatMap((member) =>
            saidOfValues(member, value[member.name], path + pointerOf([member.name])),
          )
        : []
    case 'union':
      return variantOf(parameter, value).flatMap((variant) => saidOfValues(variant, value, path))
    case 'map':
      return isObject(value) && Object.keys(value).length <= (parameter.maxProperties ?? Infinity)
        ? Object.entries(value).flatMap(([name, each]) =>
            saidOfValues(parameter.values, each, path + pointerOf([name])),
          )
        : []
    case 'list':
      return Array.isArray(value)
        ? value
            .slice(0, parameter.maxItems)
            .flatMap((item, index) => saidOfValues(parameter.items, item, `${path}/${index}`))
        : []
    default:
      return []
  }
}
