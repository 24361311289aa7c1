import type { DiffRule } from '../event.js'
import { pairsOf } from '../pairs.js'

export const raisedFinding: DiffRule = {
  id: 'raised-finding',
  severity: 'breaking',
  step: 'major',
  summary: 'A finding that advised refuses now.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of pairsOf(before.findings, after.findings, (kind) => kind.rule)) {
      if (old.severity === 'advice' && now.severity === 'error')
        yield { subject, message: 'is an error now, before advice' }
    }
  },
}
