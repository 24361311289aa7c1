import type { DiffRule } from '../event.js'
import { pairsOf, same } from '../pairs.js'

export const changedEndpoint: DiffRule = {
  id: 'changed-endpoint',
  severity: 'breaking',
  step: 'major',
  summary: 'An endpoint has another method or path.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of pairsOf(
      before.service.endpoints,
      after.service.endpoints,
      (each) => `endpoint ${each.id}`,
    )) {
      if (!same([old.method, old.path, old.extension], [now.method, now.path, now.extension]))
        yield { subject, message: `is ${now.method} ${now.path}, before ${old.method} ${old.path}` }
    }
  },
}
