import type { DiffRule } from '../event.js'
import { pairsOf, same } from '../pairs.js'

export const changedTaskPresence: DiffRule = {
  id: 'changed-task-presence',
  severity: 'danger',
  step: 'minor',
  summary: 'A field of the Task is there at other times, or for other models.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of pairsOf(
      before.task.fields,
      after.task.fields,
      (field) => `Task.${field.name}`,
    )) {
      if (!same([old.present, old.kind, old.models], [now.present, now.kind, now.models]))
        yield { subject, message: 'is there at other times or for other models' }
    }
  },
}
