import type { DiffRule } from '../event.js'
import { parameterPairs, show } from '../pairs.js'

export const removedDefault: DiffRule = {
  id: 'removed-default',
  severity: 'danger',
  step: 'minor',
  summary: 'An optional parameter has no default any more.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      if (!now.required && 'default' in old && old.default !== undefined && !('default' in now))
        yield { subject, message: `has no default any more, before ${show(old.default)}`, from: old.default }
    }
  },
}
