import type { DiffRule } from '../event.js'
import { enumPairs, show, without } from '../pairs.js'

export const removedValue: DiffRule = {
  id: 'removed-value',
  severity: 'breaking',
  step: 'major',
  summary: 'A value is no longer offered.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of enumPairs(before, after)) {
      for (const value of without(old.values, now.values, String))
        yield { subject, message: `no longer takes ${show(value)}`, from: value }
    }
  },
}
