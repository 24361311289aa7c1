import type { DiffRule } from '../event.js'
import { pairsOf } from '../pairs.js'

export const changedPortability: DiffRule = {
  id: 'changed-portability',
  severity: 'note',
  step: 'patch',
  summary: 'Whether plain JSON Schema enforces a finding changed.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of pairsOf(before.findings, after.findings, (kind) => kind.rule)) {
      if (old.portable !== now.portable)
        yield {
          subject,
          message: now.portable ? 'is enforced by plain JSON Schema now' : 'is no longer enforced by plain JSON Schema',
        }
    }
  },
}
