import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const removedExtension: DiffRule = {
  id: 'removed-extension',
  severity: 'breaking',
  step: 'major',
  summary: 'Our service lost an extension.',
  *compare(before, after) {
    for (const { id } of without(before.service.extensions, after.service.extensions, (each) => each.id))
      yield { subject: `extension ${id}`, message: 'is removed' }
  },
}
