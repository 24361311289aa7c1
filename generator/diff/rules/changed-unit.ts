import type { DiffRule } from '../event.js'
import { parameterPairs } from '../pairs.js'

export const changedUnit: DiffRule = {
  id: 'changed-unit',
  severity: 'danger',
  step: 'minor',
  summary: 'The unit of a parameter changed.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      const [from, to] = ['unit' in old ? old.unit : undefined, 'unit' in now ? now.unit : undefined]
      if (from !== to)
        yield {
          subject,
          message: `is in ${to ?? 'no unit'}, before ${from ?? 'none'}`,
          from: from ?? null,
          to: to ?? null,
        }
    }
  },
}
