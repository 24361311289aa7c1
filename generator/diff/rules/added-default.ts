import type { DiffRule } from '../event.js'
import { parameterPairs, show } from '../pairs.js'

export const addedDefault: DiffRule = {
  id: 'added-default',
  severity: 'danger',
  step: 'minor',
  summary: 'A parameter has a default now.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      if (!hasDefault(old) && 'default' in now && now.default !== undefined)
        yield { subject, message: `has the default ${show(now.default)} now`, to: now.default }
    }
  },
}

function hasDefault(parameter: object): boolean {
  return 'default' in parameter && parameter.default !== undefined
}
