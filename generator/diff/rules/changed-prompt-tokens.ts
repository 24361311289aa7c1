import type { DiffRule } from '../event.js'
import { promptPairs, same } from '../pairs.js'

export const changedPromptTokens: DiffRule = {
  id: 'changed-prompt-tokens',
  severity: 'advice',
  step: 'minor',
  summary: 'The tokens with which a prompt names references changed.',
  *compare(before, after) {
    for (const { subject, before: old, after: now } of promptPairs(before, after)) {
      const facts = (tokens: { prefix: string; parameter: string; from: number; to: number }[]): unknown =>
        tokens.map(({ prefix, parameter, from, to }) => [prefix, parameter, from, to])
      if (!same(facts(old.tokens), facts(now.tokens))) yield { subject, message: 'names references with other tokens' }
    }
  },
}
