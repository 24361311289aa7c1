import type { JsonValue, Parameter } from '../../catalogue.js'
import type { DiffRule } from '../event.js'
import { parameterPairs, same } from '../pairs.js'

/** Facts whose change may reject requests in a way that no other rule follows. */
const keys = [
  'pattern',
  'format',
  'examples',
  'multipleOf',
  'uniqueItems',
  'members',
  'items',
  'single',
  'media',
] as const

export const changedConstraint: DiffRule = {
  id: 'changed-constraint',
  severity: 'breaking',
  step: 'major',
  summary:
    'A form, a step, or what lies inside an object or a list changed: values that were accepted may be rejected.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      // Media references and examples of formats have rules of their own.
      const compared = old.kind === 'media' ? keys.filter((key) => key !== 'pattern') : keys
      const changed = compared.filter((key) => !same(fact(old, key), fact(now, key)))
      if (old.kind !== now.kind || changed.length === 0) continue
      const isHarmless = changed.every((key) => key === 'examples')
      yield {
        subject,
        message: `has another ${changed.join(', another ')}`,
        ...(isHarmless ? { severity: 'note' as const, step: 'patch' as const } : {}),
      }
    }
  },
}

function fact(parameter: Parameter, key: (typeof keys)[number]): JsonValue {
  const value: unknown = Reflect.get(parameter, key)
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JsonValue)
}
