import type { DiffRule } from '../event.js'
import { modelPairs, same } from '../pairs.js'

export const reorderedParameters: DiffRule = {
  id: 'reordered-parameters',
  severity: 'note',
  step: 'patch',
  summary: 'Parameters stand in another order.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      const order = (list: { name: string }[], others: { name: string }[]): string[] =>
        list.map((each) => each.name).filter((name) => others.some((other) => other.name === name))
      if (!same(order(old.parameters, now.parameters), order(now.parameters, old.parameters)))
        yield { subject, message: 'lists its parameters in another order' }
    }
  },
}
