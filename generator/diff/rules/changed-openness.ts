import type { Parameter } from '../../catalogue.js'
import type { DiffRule } from '../event.js'
import { parameterPairs } from '../pairs.js'

export const changedOpenness: DiffRule = {
  id: 'changed-openness',
  severity: 'note',
  step: 'minor',
  summary: 'It became known, or unknown, what values a free string takes.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of parameterPairs(before, after)) {
      if (old.kind !== now.kind || isOpen(old) === isOpen(now)) continue
      yield {
        subject,
        message: isOpen(now) ? 'says that its values are not shown' : 'no longer says that its values are not shown',
      }
    }
  },
}

function isOpen(parameter: Parameter): boolean {
  return parameter.kind === 'string' && parameter.values !== undefined
}
