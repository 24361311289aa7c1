import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const changedKind: DiffRule = {
  id: 'changed-kind',
  severity: 'breaking',
  step: 'major',
  summary: 'A model makes another kind of result.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.kind !== now.kind)
        yield { subject, message: `makes ${now.kind} instead of ${old.kind}`, from: old.kind, to: now.kind }
    }
  },
}
