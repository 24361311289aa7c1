import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const removedTaskField: DiffRule = {
  id: 'removed-task-field',
  severity: 'breaking',
  step: 'major',
  summary: 'The Task has a field less.',
  *compare(before, after) {
    for (const { name } of without(before.task.fields, after.task.fields, (field) => field.name))
      yield { subject: `Task.${name}`, message: 'is removed' }
  },
}
