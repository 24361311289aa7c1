import type { PromptLimit, PromptParameter } from '../../catalogue.js'
import { limitPairs, promptPairs, same } from '../pairs.js'
import { rulesOver, type Detail } from './row.js'

/** What happens to limits on prompts and to the tokens in them. */
export const promptRules = rulesOver<PromptParameter>(promptPairs, [
  {
    id: 'tightened-prompt-limit',
    severity: 'breaking',
    step: 'major',
    summary: 'Prompts that were accepted are rejected.',
    find: (before, after) =>
      eachLimit(before, after, (old, now) => {
        if (now?.severity !== 'error') return undefined
        if (old?.severity !== 'error') return `is an error beyond ${now.max} now`
        return isNarrower(old, now) ? beyond(old, now) : undefined
      }),
  },
  {
    id: 'loosened-prompt-limit',
    severity: 'note',
    step: 'minor',
    summary: 'Prompts that were rejected are accepted.',
    find: (before, after) =>
      eachLimit(before, after, (old, now) => {
        if (old?.severity !== 'error') return undefined
        if (now?.severity !== 'error') return 'is no longer an error'
        return isNarrower(now, old) ? beyond(old, now) : undefined
      }),
  },
  {
    id: 'changed-prompt-advice',
    severity: 'advice',
    step: 'minor',
    summary: 'What is advised about prompts changed.',
    find: (before, after) =>
      eachLimit(before, after, (old, now) => {
        if (old?.severity === 'error' || now?.severity === 'error') return undefined
        if (same([old?.max, old?.onlyWithHan], [now?.max, now?.onlyWithHan])) return undefined
        return now === undefined
          ? 'is no longer advised'
          : `is advice beyond ${now.max}${old === undefined ? ' now' : ` (before: ${old.max})`}`
      }),
  },
  {
    id: 'changed-prompt-tokens',
    severity: 'advice',
    step: 'minor',
    summary: 'The tokens with which a prompt names references changed.',
    find: ({ tokens: old }, { tokens: now }) => {
      const facts = (tokens: PromptParameter['tokens']): unknown =>
        tokens.map(({ prefix, parameter, from, to }) => [prefix, parameter, from, to])
      return same(facts(old), facts(now)) ? undefined : 'names references with other tokens'
    },
  },
])

function isNarrower(old: PromptLimit, now: PromptLimit): boolean {
  return now.max < old.max || (old.onlyWithHan === true && now.onlyWithHan !== true)
}

function beyond(old: PromptLimit, now: PromptLimit): string {
  const words = ({ max, onlyWithHan }: PromptLimit): string =>
    `${max}${onlyWithHan ? ' where it holds Han characters' : ''}`
  return `is an error beyond ${words(now)} (before: ${words(old)})`
}

function eachLimit(
  before: PromptParameter,
  after: PromptParameter,
  find: (old: PromptLimit | undefined, now: PromptLimit | undefined) => string | undefined,
): Detail[] {
  return limitPairs(before, after).flatMap(({ name, old, now }) => {
    const message = find(old, now)
    const [from, to] = [old?.max ?? null, now?.max ?? null]
    return message === undefined ? [] : [{ inside: ` ${name}`, message, from, to }]
  })
}
