import type { DiffRule } from '../event.js'
import { limitPairs, promptPairs } from '../pairs.js'

export const tightenedPromptLimit: DiffRule = {
  id: 'tightened-prompt-limit',
  severity: 'breaking',
  step: 'major',
  summary: 'Prompts that were taken are refused.',
  *compare(before, after) {
    for (const pair of promptPairs(before, after)) {
      for (const { subject, before: old, after: now } of limitPairs(pair)) {
        if (now?.severity !== 'error') continue
        if (old?.severity !== 'error') yield { subject, message: `is an error beyond ${now.max} now`, to: now.max }
        else if (now.max < old.max || (old.onlyWithHan === true && now.onlyWithHan !== true))
          yield { subject, message: `is an error beyond ${now.max}, before ${old.max}`, from: old.max, to: now.max }
      }
    }
  },
}
