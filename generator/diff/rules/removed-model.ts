import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const removedModel: DiffRule = {
  id: 'removed-model',
  severity: 'breaking',
  step: 'major',
  summary: 'A model is gone.',
  *compare(before, after) {
    const renamed = new Set(after.models.flatMap((model) => model.renamedFrom ?? []))
    for (const model of without(before.models, after.models, (each) => each.id)) {
      if (!renamed.has(model.id)) yield { subject: model.id, message: 'is removed' }
    }
  },
}
