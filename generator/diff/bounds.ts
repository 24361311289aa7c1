import type { MediaLimit, Parameter } from '../catalogue.js'

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
  const bound = (keyword: string, side: Bound['side'], value: number | undefined): Bound => ({
    keyword,
    side,
    value,
    open: false,
  })
  switch (parameter.kind) {
    case 'integer':
    case 'number':
      return numberBounds(parameter)
    case 'string':
    case 'prompt':
      return [bound('minLength', 'lower', parameter.minLength), bound('maxLength', 'upper', parameter.maxLength)]
    case 'media':
    case 'list':
    case 'array':
      return [bound('minItems', 'lower', parameter.minItems), bound('maxItems', 'upper', parameter.maxItems)]
    default:
      return []
  }
}

/** The limits of a number, open or closed. */
export function numberBounds(
  limit: Pick<MediaLimit, 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum'>,
): Bound[] {
  return [
    {
      keyword: 'minimum',
      side: 'lower',
      value: limit.exclusiveMinimum ?? limit.minimum,
      open: limit.exclusiveMinimum !== undefined,
    },
    {
      keyword: 'maximum',
      side: 'upper',
      value: limit.exclusiveMaximum ?? limit.maximum,
      open: limit.exclusiveMaximum !== undefined,
    },
  ]
}

/** Whether `after` refuses something `before` took. */
export function isTighter(before: Bound, after: Bound): boolean {
  if (after.value === undefined) return false
  if (before.value === undefined) return true
  if (after.value === before.value) return after.open && !before.open
  return after.side === 'lower' ? after.value > before.value : after.value < before.value
}

/** A limit in words: `below 30`, `at least 4`, `none`. */
export function boundText(bound: Bound): string {
  if (bound.value === undefined) return 'none'
  const words = bound.side === 'lower' ? (bound.open ? 'above' : 'at least') : bound.open ? 'below' : 'at most'
  return `${words} ${bound.value}`
}
