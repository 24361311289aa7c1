import type { DiffRule } from '../event.js'
import { modelPairs, same } from '../pairs.js'

export const reorderedRules: DiffRule = {
  id: 'reordered-rules',
  severity: 'note',
  step: 'patch',
  summary: 'Rules stand in another order.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      const order = (list: { id: string }[], others: { id: string }[]): string[] =>
        list.map((each) => each.id).filter((id) => others.some((other) => other.id === id))
      if (!same(order(old.rules, now.rules), order(now.rules, old.rules)))
        yield { subject, message: 'lists its rules in another order' }
    }
  },
}
