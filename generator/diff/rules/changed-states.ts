import type { JsonValue } from '../../catalogue.js'
import type { DiffRule } from '../event.js'
import { same } from '../pairs.js'

export const changedStates: DiffRule = {
  id: 'changed-states',
  severity: 'danger',
  step: 'minor',
  summary: 'The states of a task changed.',
  *compare(before, after) {
    const facts = (states: { status: string; terminal: boolean }[]): JsonValue =>
      states.map(({ status, terminal }) => `${status}${terminal ? ' (terminal)' : ''}`)
    const [from, to] = [facts(before.task.states), facts(after.task.states)]
    if (!same(from, to)) yield { subject: 'Task.status', message: 'has other states', from, to }
  },
}
