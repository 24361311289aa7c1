import type { DiffRule } from '../event.js'
import { pairsOf, same } from '../pairs.js'

export const changedKnownValues: DiffRule = {
  id: 'changed-known-values',
  severity: 'note',
  step: 'minor',
  summary: 'A field of the Task is known to hold other values.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of pairsOf(
      before.task.fields,
      after.task.fields,
      (field) => `Task.${field.name}`,
    )) {
      if (!same(old.knownValues, now.knownValues))
        yield {
          subject,
          message: 'is known to hold other values',
          from: old.knownValues ?? null,
          to: now.knownValues ?? null,
        }
    }
  },
}
