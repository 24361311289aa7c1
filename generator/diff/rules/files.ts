import type { MediaLimit, MediaParameter } from '../../catalogue.js'
import { boundText, isTighter, numberBounds } from '../bounds.js'
import { limitPairs, mediaPairs, same, without, withoutSource } from '../pairs.js'
import { rulesOver, type Detail } from './row.js'

const forms = { url: 'URLs', asset: 'asset IDs', data: 'base64' }

/** What happens to references to files and to limits on the files. */
export const fileRules = rulesOver<MediaParameter>(mediaPairs, [
  {
    id: 'removed-reference-form',
    severity: 'breaking',
    step: 'major',
    summary: 'A media parameter no longer takes a form of reference.',
    find: (old, now) =>
      without(old.accepts, now.accepts, String).map((from) => ({ message: `no longer takes ${forms[from]}`, from })),
  },
  {
    id: 'added-reference-form',
    severity: 'note',
    step: 'minor',
    summary: 'A media parameter takes one more form of reference.',
    find: (old, now) =>
      without(now.accepts, old.accepts, String).map((to) => ({ message: `takes ${forms[to]} too`, to })),
  },
  {
    id: 'changed-reference-pattern',
    severity: 'breaking',
    step: 'major',
    summary: 'The pattern of media references changed.',
    find: ({ accepts: old, pattern: from }, { accepts: now, pattern: to }) =>
      same(old, now) && from !== to ? { message: 'has another pattern for its references', from, to } : undefined,
  },
  {
    id: 'changed-contradicted-form',
    severity: 'note',
    step: 'patch',
    summary: 'A form of reference is said to be both allowed and ruled out, or no longer.',
    find: ({ contradicted: old = [] }, { contradicted: now = [] }) =>
      same(old, now)
        ? undefined
        : { message: `is both allowed and ruled out as: ${now.map((form) => forms[form]).join(', ') || 'nothing'}` },
  },
  {
    id: 'tightened-media-limit',
    severity: 'breaking',
    step: 'major',
    summary: 'Files that were accepted are rejected.',
    find: (before, after) =>
      eachLimit(before, after, (old, now) => {
        if (now?.severity !== 'error') return undefined
        if (old === undefined) return `is a new limit: ${limitText(now)}`
        if (old.severity !== 'error') return `is an error now: ${limitText(now)}`
        return isNarrower(old, now) ? `is ${limitText(now)} (before: ${limitText(old)})` : undefined
      }),
  },
  {
    id: 'loosened-media-limit',
    severity: 'note',
    step: 'minor',
    summary: 'Files that were rejected are accepted.',
    find: (before, after) =>
      eachLimit(before, after, (old, now) => {
        if (old?.severity !== 'error') return undefined
        if (now === undefined) return 'is no longer limited'
        if (now.severity !== 'error') return 'is only advice now'
        return isNarrower(now, old) ? `is ${limitText(now)} (before: ${limitText(old)})` : undefined
      }),
  },
  {
    id: 'changed-media-advice',
    severity: 'advice',
    step: 'minor',
    summary: 'What is advised about files changed.',
    find: (before, after) =>
      eachLimit(before, after, (old, now) => {
        const isAdvice = old?.severity !== 'error' && now?.severity !== 'error'
        const hasOtherWords =
          old?.severity === 'error' &&
          now?.severity === 'error' &&
          !same([old.discouraged, old.quote], [now.discouraged, now.quote])
        if (!hasOtherWords && !(isAdvice && !same(withoutSource(old), withoutSource(now)))) return undefined
        if (now === undefined) return 'is no longer advised'
        return old === undefined
          ? `is advised now: ${limitText(now)}`
          : `is ${limitText(now)} as advice (before: ${limitText(old)})`
      }),
  },
])

function eachLimit(
  before: MediaParameter,
  after: MediaParameter,
  find: (old: MediaLimit | undefined, now: MediaLimit | undefined) => string | undefined,
): Detail[] {
  return limitPairs(before, after).flatMap(({ name, old, now }) => {
    const message = find(old, now)
    return message === undefined ? [] : [{ inside: ` ${name}`, message }]
  })
}

/** Whether `now` rejects a file that `old` let pass. */
function isNarrower(old: MediaLimit, now: MediaLimit): boolean {
  const isFormatGone =
    now.formats !== undefined && (old.formats?.some((format) => now.formats?.includes(format) === false) ?? true)
  const isCodecGone =
    now.codecs !== undefined && (old.codecs?.some((codec) => now.codecs?.includes(codec) === false) ?? true)
  const isOffStep = now.multipleOf !== undefined && (old.multipleOf ?? 1) % now.multipleOf !== 0
  const earlier = numberBounds(old)
  return (
    isFormatGone ||
    isCodecGone ||
    isOffStep ||
    (now.as !== undefined && old.as !== now.as) ||
    old.unit !== now.unit ||
    numberBounds(now).some((bound, index) => {
      const before = earlier[index]
      return before !== undefined && isTighter(before, bound)
    })
  )
}

function limitText(limit: MediaLimit): string {
  const bounds = numberBounds(limit)
    .filter((bound) => bound.value !== undefined)
    .map((bound) => `${boundText(bound)} ${limit.unit ?? ''}`.trim())
  const formats = limit.formats === undefined ? [] : [limit.formats.join(', ')]
  const codecs = limit.codecs === undefined ? [] : [limit.codecs.join(', ')]
  const step = limit.multipleOf === undefined ? [] : [`a multiple of ${limit.multipleOf}`]
  const as = limit.as === undefined ? [] : [`those of ${limit.as}`]
  const discouraged = limit.discouraged === undefined ? [] : [`not ${limit.discouraged.join(', ')}`]
  const quote = limit.quote === undefined ? [] : [`“${limit.quote}”`]
  return [...bounds, ...step, ...formats, ...codecs, ...as, ...discouraged, ...quote].join(', ') || 'any'
}
