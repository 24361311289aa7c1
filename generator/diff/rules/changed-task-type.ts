import type { DiffRule } from '../event.js'
import { pairsOf, same } from '../pairs.js'

export const changedTaskType: DiffRule = {
  id: 'changed-task-type',
  severity: 'breaking',
  step: 'major',
  summary: 'A field of the Task has another type.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of pairsOf(
      before.task.fields,
      after.task.fields,
      (field) => `Task.${field.name}`,
    )) {
      if (!same([old.type, old.unit], [now.type, now.unit])) yield { subject, message: 'has another type or unit' }
    }
  },
}
