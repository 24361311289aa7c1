import type { DiffRule } from '../event.js'
import { same } from '../pairs.js'

export const changedTextClasses: DiffRule = {
  id: 'changed-text-classes',
  severity: 'breaking',
  step: 'major',
  summary: 'What counts as a Han character, a Latin letter or a space changed.',
  *compare(before, after) {
    for (const name of ['han', 'latin', 'space'] as const) {
      if (!same(before.text[name], after.text[name]))
        yield { subject: `text.${name}`, message: 'holds other characters' }
    }
  },
}
