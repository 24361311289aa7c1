import type { DiffRule } from '../event.js'
import { limitPairs, promptPairs } from '../pairs.js'

export const loosenedPromptLimit: DiffRule = {
  id: 'loosened-prompt-limit',
  severity: 'note',
  step: 'minor',
  summary: 'Prompts that were refused are taken.',
  *compare(before, after) {
    for (const pair of promptPairs(before, after)) {
      for (const { subject, before: old, after: now } of limitPairs(pair)) {
        if (old?.severity !== 'error') continue
        if (now?.severity !== 'error') yield { subject, message: 'is no longer an error', from: old.max }
        else if (now.max > old.max || (now.onlyWithHan === true && old.onlyWithHan !== true))
          yield { subject, message: `is an error beyond ${now.max}, before ${old.max}`, from: old.max, to: now.max }
      }
    }
  },
}
