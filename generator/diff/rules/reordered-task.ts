import type { DiffRule } from '../event.js'
import { same } from '../pairs.js'

export const reorderedTask: DiffRule = {
  id: 'reordered-task',
  severity: 'note',
  step: 'patch',
  summary: 'The fields of the Task stand in another order.',
  *compare(before, after) {
    const order = (list: { name: string }[], others: { name: string }[]): string[] =>
      list.map((each) => each.name).filter((name) => others.some((other) => other.name === name))
    if (!same(order(before.task.fields, after.task.fields), order(after.task.fields, before.task.fields)))
      yield { subject: 'Task', message: 'lists its fields in another order' }
  },
}
