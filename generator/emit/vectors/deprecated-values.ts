import type { JsonValue, Parameter } from '../../catalogue.js'
import { isDeprecated } from '../../kinds/options.js'
import { variantOf } from '../../measures/members.js'
import { isObject } from '../../load/json-object.js'
import { pointerOf } from '../../load/pointer.js'
import type { ExpectedFinding } from './vector.js'

/** The advice on every value of a closed set that should no longer be used, at any depth of a parameter's value. */
export function deprecatedValues(parameter: Parameter, value: JsonValue | undefined, path: string): ExpectedFinding[] {
  switch (parameter.kind) {
    case 'enum':
      return isDeprecated(parameter, value) ? [{ rule: 'value-deprecated', path, severity: 'advice' }] : []
    case 'object':
      return isObject(value)
        ? parameter.members.flatMap((member) =>
            deprecatedValues(member, value[member.name], path + pointerOf([member.name])),
          )
        : []
    case 'union':
      return variantOf(parameter, value).flatMap((variant) => deprecatedValues(variant, value, path))
    case 'map':
      return isObject(value) && Object.keys(value).length <= (parameter.maxProperties ?? Infinity)
        ? Object.entries(value).flatMap(([name, each]) =>
            deprecatedValues(parameter.values, each, path + pointerOf([name])),
          )
        : []
    case 'list':
      return Array.isArray(value)
        ? value
            .slice(0, parameter.maxItems)
            .flatMap((item, index) => deprecatedValues(parameter.items, item, `${path}/${index}`))
        : []
    default:
      return []
  }
}
