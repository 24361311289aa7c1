import type { MediaLimit, Parameter } from '../catalogue.js'
import { patternLengths } from './pattern-lengths.js'

/** One limit of a number, a length or a count. */
export interface Bound {
  keyword: string
  side: 'lower' | 'upper'
  value: number | undefined
  /** Whether the value itself is outside. */
  open: boolean
}

/** The limits plain JSON Schema states for a parameter. */
export function boundsOf(parameter: Parameter): Bound[] {
  // A length or a count of at least 0 is always kept.
  const bound = (keyword: string, side: Bound['side'], value: number | undefined): Bound => ({
    keyword,
    side,
    value: side === 'lower' && value === 0 ? undefined : value,
    open: false,
  })
  switch (parameter.kind) {
    case 'integer':
      return numberBounds(parameter).map(closed)
    case 'number':
      return numberBounds(parameter)
    case 'string':
    case 'prompt':
      return [bound('minLength', 'lower', parameter.minLength), bound('maxLength', 'upper', parameter.maxLength)]
    case 'map':
      return [
        bound('minProperties', 'lower', parameter.minProperties),
        bound('maxProperties', 'upper', parameter.maxProperties),
      ]
    case 'media':
    case 'list':
    case 'array':
      return [bound('minItems', 'lower', parameter.minItems), bound('maxItems', 'upper', parameter.maxItems)]
    default:
      return []
  }
}

/** The limits of a parameter, and where they are narrower those that follow from the pattern of a string. */
export function effectiveBounds(parameter: Parameter): Bound[] {
  const stated = boundsOf(parameter)
  if ((parameter.kind !== 'string' && parameter.kind !== 'prompt') || parameter.pattern === undefined) return stated
  const { least, most } = patternLengths(parameter.pattern)
  return stated.map((bound) => {
    const value = bound.side === 'lower' ? least : most
    const implied: Bound = { ...bound, value: value > 0 && Number.isFinite(value) ? value : undefined }
    return isTighter(bound, implied) ? implied : bound
  })
}

/** The first or the last integer within a bound: less than 5 is at most 4. */
function closed(bound: Bound): Bound {
  const { side, value, open } = bound
  if (value === undefined) return bound
  const inside = side === 'lower' ? Math.ceil(value) : Math.floor(value)
  const step = side === 'lower' ? 1 : -1
  return { ...bound, value: open && inside === value ? inside + step : inside, open: false }
}

/** The limits of a number, open or closed. */
export function numberBounds(
  limit: Pick<MediaLimit, 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum'>,
): Bound[] {
  return [
    { keyword: 'minimum', side: 'lower', ...stricter(limit.minimum, limit.exclusiveMinimum, Math.max) },
    { keyword: 'maximum', side: 'upper', ...stricter(limit.maximum, limit.exclusiveMaximum, Math.min) },
  ]
}

/** The one that decides where a bound is stated closed and open. */
function stricter(
  closed: number | undefined,
  open: number | undefined,
  strictest: (left: number, right: number) => number,
): Pick<Bound, 'value' | 'open'> {
  if (closed === undefined || open === undefined) return { value: closed ?? open, open: open !== undefined }
  const value = strictest(closed, open)
  return { value, open: value === open }
}

/** Whether `after` rejects something that `before` accepted. */
export function isTighter(before: Bound, after: Bound): boolean {
  if (after.value === undefined) return false
  if (before.value === undefined) return true
  if (after.value === before.value) return after.open && !before.open
  return after.side === 'lower' ? after.value > before.value : after.value < before.value
}

/** A limit in words: `less than 30`, `at least 4`, `at most 500 characters`, `any number of items`. */
export function boundText({ keyword, side, value, open }: Bound): string {
  const noun = keyword.endsWith('Length')
    ? 'character'
    : keyword.endsWith('Items')
      ? 'item'
      : keyword.endsWith('Properties')
        ? 'member'
        : ''
  if (value === undefined)
    return noun === '' ? `any ${side === 'lower' ? 'lower' : 'higher'} number` : `any number of ${noun}s`
  const words = side === 'lower' ? (open ? 'more than' : 'at least') : open ? 'less than' : 'at most'
  return `${words} ${value}${noun === '' ? '' : ` ${noun}${value === 1 ? '' : 's'}`}`
}
