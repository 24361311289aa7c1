import type { DiffRule } from '../event.js'
import { modelPairs } from '../pairs.js'

export const changedIdentifier: DiffRule = {
  id: 'changed-identifier',
  severity: 'breaking',
  step: 'major',
  summary: 'The identifier of a model in programming languages changed.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of modelPairs(before, after)) {
      if (old.codegenName !== now.codegenName)
        yield {
          subject,
          message: `is called ${now.codegenName} in programs, before ${old.codegenName}`,
          from: old.codegenName,
          to: now.codegenName,
        }
    }
  },
}
