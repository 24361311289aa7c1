import type { DiffRule } from '../event.js'
import { same } from '../pairs.js'

export const reorderedModels: DiffRule = {
  id: 'reordered-models',
  severity: 'note',
  step: 'patch',
  summary: 'Models stand in another order.',
  *compare(before, after) {
    const order = (list: { id: string }[], others: { id: string }[]): string[] =>
      list.map((model) => model.id).filter((id) => others.some((other) => other.id === id))
    if (!same(order(before.models, after.models), order(after.models, before.models)))
      yield { subject: 'models', message: 'stand in another order' }
  },
}
