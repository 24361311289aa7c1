import type { DiffRule } from '../event.js'
import { modelPairs, without } from '../pairs.js'

export const removedParameter: DiffRule = {
  id: 'removed-parameter',
  severity: 'breaking',
  step: 'major',
  summary: 'A parameter is gone: requests that send it are refused.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (now.reference)
        for (const { name } of without(old.parameters, now.parameters, (each) => each.name))
          yield { subject: `${subject}.${name}`, message: 'is removed' }
    }
  },
}
