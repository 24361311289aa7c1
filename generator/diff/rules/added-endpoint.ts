import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const addedEndpoint: DiffRule = {
  id: 'added-endpoint',
  severity: 'note',
  step: 'minor',
  summary: 'An endpoint is new.',
  *compare(before, after) {
    for (const { id } of without(after.service.endpoints, before.service.endpoints, (each) => each.id))
      yield { subject: `endpoint ${id}`, message: 'is new' }
  },
}
