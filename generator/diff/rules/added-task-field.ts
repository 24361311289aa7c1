import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const addedTaskField: DiffRule = {
  id: 'added-task-field',
  severity: 'note',
  step: 'minor',
  summary: 'The Task has a field more.',
  *compare(before, after) {
    for (const { name } of without(after.task.fields, before.task.fields, (field) => field.name))
      yield { subject: `Task.${name}`, message: 'is new' }
  },
}
