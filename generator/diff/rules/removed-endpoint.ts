import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const removedEndpoint: DiffRule = {
  id: 'removed-endpoint',
  severity: 'breaking',
  step: 'major',
  summary: 'An endpoint is gone.',
  *compare(before, after) {
    for (const { id } of without(before.service.endpoints, after.service.endpoints, (each) => each.id))
      yield { subject: `endpoint ${id}`, message: 'is removed' }
  },
}
