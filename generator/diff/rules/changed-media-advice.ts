import type { MediaLimit } from '../../catalogue.js'
import type { DiffRule } from '../event.js'
import { limitPairs, mediaPairs, same } from '../pairs.js'

export const changedMediaAdvice: DiffRule = {
  id: 'changed-media-advice',
  severity: 'advice',
  step: 'minor',
  summary: 'What is advised about files changed.',
  *compare(before, after) {
    for (const pair of mediaPairs(before, after)) {
      for (const { subject, before: old, after: now } of limitPairs(pair)) {
        const facts = (limit: MediaLimit | undefined): unknown =>
          limit === undefined ? undefined : { ...limit, source: undefined }
        const advised = old?.severity !== 'error' && now?.severity !== 'error'
        const words =
          old?.severity === 'error' &&
          now?.severity === 'error' &&
          !same([old.discouraged, old.quote], [now.discouraged, now.quote])
        if (words || (advised && !same(facts(old), facts(now))))
          yield {
            subject,
            message:
              now === undefined
                ? 'is no longer advised'
                : old === undefined
                  ? 'is advised now'
                  : 'is advised otherwise',
          }
      }
    }
  },
}
