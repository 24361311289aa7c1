import type { DiffRule } from '../event.js'
import { limitPairs, promptPairs, same, show } from '../pairs.js'

export const changedPromptAdvice: DiffRule = {
  id: 'changed-prompt-advice',
  severity: 'advice',
  step: 'minor',
  summary: 'What is advised about prompts changed.',
  *compare(before, after) {
    for (const pair of promptPairs(before, after)) {
      for (const { subject, before: old, after: now } of limitPairs(pair)) {
        const advised = old?.severity !== 'error' && now?.severity !== 'error'
        if (advised && !same([old?.max, old?.onlyWithHan], [now?.max, now?.onlyWithHan]))
          yield {
            subject,
            message: `is advice beyond ${show(now?.max)}, before ${show(old?.max)}`,
            from: old?.max ?? null,
            to: now?.max ?? null,
          }
      }
    }
  },
}
