import type { DiffRule } from '../event.js'
import { enumPairs, show, without } from '../pairs.js'

export const addedValue: DiffRule = {
  id: 'added-value',
  severity: 'note',
  step: 'minor',
  summary: 'A value more is offered.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of enumPairs(before, after)) {
      for (const value of without(now.values, old.values, String))
        yield { subject, message: `takes ${show(value)} too`, to: value }
    }
  },
}
