import type { DiffRule } from '../event.js'
import { parameterPairs, show } from '../pairs.js'

export const removedDefaultOfRequired: DiffRule = {
  id: 'removed-default-of-required',
  severity: 'breaking',
  step: 'major',
  summary: 'A required parameter has no default any more, so programs must give a value.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      if (now.required && 'default' in old && old.default !== undefined && !('default' in now))
        yield { subject, message: `has no default any more, before ${show(old.default)}`, from: old.default }
    }
  },
}
