import type { Json } from './json.js'

/** Something a request asks for that an upstream cannot do. Nothing was sent. */
export interface Rejection {
  rule: 'upstream-unsupported'
  /** JSON pointer into our request. */
  path: string
  parameter: string
  value: Json
  /** Why, in words that follow the upstream's name. */
  reason: string
  message: string
}

const longestQuote = 60

/** The rejection of one value by an upstream. */
export function rejection(title: string, parameter: string, value: Json, reason: string, item?: number): Rejection {
  // Of a long text no more than can be shown.
  const quoted = JSON.stringify(typeof value === 'string' ? value.slice(0, longestQuote) : value)
  const shown = quoted.length > longestQuote ? `${quoted.slice(0, longestQuote - 1)}…` : quoted
  return {
    rule: 'upstream-unsupported',
    path: `/${parameter}${item === undefined ? '' : `/${item}`}`,
    parameter,
    value,
    reason,
    message: `${parameter}: ${title} does not accept ${shown}: ${reason}`,
  }
}

/** The rejection of a request that leaves open what an upstream needs. */
export function missing(title: string, parameter: string, reason: string): Rejection {
  const message = `${parameter}: ${title} needs it: ${reason}`
  return { rule: 'upstream-unsupported', path: `/${parameter}`, parameter, value: null, reason, message }
}
