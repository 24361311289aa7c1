import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const addedFinding: DiffRule = {
  id: 'added-finding',
  severity: 'note',
  step: 'minor',
  summary: 'A kind of finding is new.',
  *compare(before, after) {
    for (const { rule } of without(after.findings, before.findings, (kind) => kind.rule))
      yield { subject: rule, message: 'is a new kind of finding' }
  },
}
