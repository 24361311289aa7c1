import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const removedFinding: DiffRule = {
  id: 'removed-finding',
  severity: 'danger',
  step: 'minor',
  summary: 'A kind of finding is gone.',
  *compare(before, after) {
    for (const { rule } of without(before.findings, after.findings, (kind) => kind.rule))
      yield { subject: rule, message: 'is no kind of finding any more' }
  },
}
