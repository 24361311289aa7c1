import type { DiffRule } from '../event.js'
import { valuesUnder } from '../flatten.js'
import { same } from '../pairs.js'

const words = new Set([
  'description',
  'summary',
  'title',
  'topic',
  'handling',
  'message',
  'notes',
  'text',
  'translations',
])

export const changedWords: DiffRule = {
  id: 'changed-words',
  severity: 'note',
  step: 'patch',
  summary: 'A description, a note or a message says the same in other words.',
  *compare(before, after) {
    const earlier = valuesUnder(before, words)
    for (const [place, { subject, key, value }] of valuesUnder(after, words)) {
      const old = earlier.get(place)
      if (old !== undefined && (typeof value === 'string' || typeof value === 'object') && !same(old.value, value))
        yield { subject, message: `words its ${key} otherwise` }
    }
  },
}
