import type { DiffRule } from '../event.js'
import { pairsOf, same } from '../pairs.js'

export const changedTaskPresence: DiffRule = {
  id: 'changed-task-presence',
  severity: 'breaking',
  step: 'major',
  summary: 'A field of the Task is there at other times, or for other models.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of pairsOf(
      before.task.fields,
      after.task.fields,
      (field) => `Task.${field.name}`,
    )) {
      if (!same([old.present, old.kind, old.models], [now.present, now.kind, now.models]))
        yield {
          subject,
          message: 'is there at other times or for other models',
          // Who reads a field that is always there may rely on it; who reads any other must expect its absence.
          ...(now.present === 'always' && now.kind === undefined && now.models === undefined
            ? { severity: 'danger' as const, step: 'minor' as const }
            : {}),
        }
    }
  },
}
