import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const addedExtension: DiffRule = {
  id: 'added-extension',
  severity: 'note',
  step: 'minor',
  summary: 'Our service has one more extension.',
  *compare(before, after) {
    for (const { id } of without(after.service.extensions, before.service.extensions, (each) => each.id))
      yield { subject: `extension ${id}`, message: 'is new' }
  },
}
