import type { DiffRule } from '../event.js'
import { enumPairs, same } from '../pairs.js'

export const reorderedValues: DiffRule = {
  id: 'reordered-values',
  severity: 'note',
  step: 'patch',
  summary: 'Values stand in another order.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of enumPairs(before, after)) {
      const [from, to] = [
        old.values.filter((value) => now.values.includes(value)),
        now.values.filter((value) => old.values.includes(value)),
      ]
      if (!same(from, to)) yield { subject, message: 'lists its values in another order' }
    }
  },
}
