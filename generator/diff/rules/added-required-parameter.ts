import type { DiffRule } from '../event.js'
import { modelPairs, without } from '../pairs.js'

export const addedRequiredParameter: DiffRule = {
  id: 'added-required-parameter',
  severity: 'breaking',
  step: 'major',
  summary: 'A new parameter must be sent.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.reference)
        for (const { name } of without(now.parameters, old.parameters, (each) => each.name).filter(
          (each) => each.required,
        ))
          yield { subject: `${subject}.${name}`, message: 'is new and required' }
    }
  },
}
