import type { DiffRule } from '../event.js'
import { valuesUnder } from '../flatten.js'
import { same } from '../pairs.js'

const keys = new Set(['source'])

export const changedSources: DiffRule = {
  id: 'changed-sources',
  severity: 'note',
  step: 'patch',
  summary: 'A fact names another place of the interface.',
  *compare(before, after) {
    const earlier = valuesUnder(before, keys)
    for (const [place, value] of valuesUnder(after, keys)) {
      const old = earlier.get(place)
      if (old !== undefined && !same(old, value)) yield { subject: place, message: 'names another place of the interface', from: JSON.stringify(old), to: JSON.stringify(value) }
    }
  },
}
