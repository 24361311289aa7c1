import type { DiffRule } from '../event.js'
import { without } from '../pairs.js'

export const changedUnknowns: DiffRule = {
  id: 'changed-unknowns',
  severity: 'note',
  step: 'patch',
  summary: 'Something became known, or is newly known to be unknown.',
  *compare(before, after) {
    for (const { id, topic } of without(before.unknowns, after.unknowns, (each) => each.id))
      yield { subject: `unknown ${id}`, message: `is no longer among the unknowns: ${topic}` }
    for (const { id, topic } of without(after.unknowns, before.unknowns, (each) => each.id))
      yield { subject: `unknown ${id}`, message: `is a new unknown: ${topic}` }
  },
}
