import type { JsonValue } from '../../catalogue.js'
import type { DiffRule } from '../event.js'
import { parameterPairs, show } from '../pairs.js'

export const changedDefault: DiffRule = {
  id: 'changed-default',
  severity: 'danger',
  step: 'minor',
  summary: 'A default changed: requests that leave the parameter out get something else.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      const [from, to] = [defaultOf(old), defaultOf(now)]
      if (from !== undefined && to !== undefined && from !== to)
        yield {
          subject,
          message: `has the default ${show(to)}, before ${show(from)}`,
          from,
          to,
          // The client sends the default of a required parameter, and the caller pays for what it asks for.
          ...(now.required ? { severity: 'breaking' as const, step: 'major' as const } : {}),
        }
    }
  },
}

function defaultOf(parameter: object): JsonValue | undefined {
  const value: unknown = 'default' in parameter ? parameter.default : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined
}
