import type { DiffRule } from '../event.js'
import { modelPairs, without } from '../pairs.js'

export const addedModel: DiffRule = {
  id: 'added-model',
  severity: 'note',
  step: 'minor',
  summary: 'A model is new.',
  *compare(before, after) {
    const renamed = modelPairs(before, after).map((pair) => pair.after)
    for (const model of without(after.models, [...before.models, ...renamed], (each) => each.id))
      yield { subject: model.id, message: `is new (${model.kind})` }
  },
}
