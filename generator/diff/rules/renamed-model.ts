import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const renamedModel: DiffRule = {
  id: 'renamed-model',
  severity: 'breaking',
  step: 'major',
  summary: 'A model has another Model ID, and its file says which it had.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.id !== now.id) yield { subject, message: `is the new Model ID of ${old.id}`, from: old.id, to: now.id }
    }
  },
}
