import type { DiffRule } from '../event.js'
import { pairsOf } from '../pairs.js'

export const loweredFinding: DiffRule = {
  id: 'lowered-finding',
  severity: 'note',
  step: 'minor',
  summary: 'A finding that refused only advises now.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of pairsOf(before.findings, after.findings, (kind) => kind.rule)) {
      if (old.severity === 'error' && now.severity === 'advice')
        yield { subject, message: 'is advice now, before an error' }
    }
  },
}
