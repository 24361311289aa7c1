import { ModelTasksError } from '../errors/model-tasks-error.js'

/** What is allowed for an option, where the value is not. */
export type Rule = (value: unknown) => string | false

const modes: readonly unknown[] = ['error', 'warn', 'off']

/** The rule of an option that is a number. */
export const from =
  (minimum: number): Rule =>
  (value) =>
    !(typeof value === 'number' && value >= minimum) && `a number from ${minimum} up`

const common: Readonly<Record<string, Rule>> = {
  timeout: from(0),
  requestTimeout: from(1),
  retries: from(0),
  maxConcurrency: from(1),
  requestsPerSecond: (value) => !(typeof value === 'number' && value > 0) && 'a number above 0',
  validate: (value) => !modes.includes(value) && modes.join(', '),
  pollInterval: (value) => !isInterval(value) && 'milliseconds above 0, or [minimum, maximum]',
}

/**
 * Throws ModelTasksError when an option is invalid, since with NaN for a time a wait would query without pause. Unknown options pass;
 * `rules`: those of other options than what clients and calls have in common.
 */
export function checkOptions(options: object, rules = common): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue
    if (name === 'headers') checkHeaders(value)
    const allowed = Object.hasOwn(rules, name) && rules[name]?.(value)
    if (!allowed) continue
    const given = Array.isArray(value) ? `[${value.join(', ')}]` : typeof value === 'string' ? `'${value}'` : value
    throw invalidOption(`the option ${name} is ${given as number}; allowed: ${allowed}`)
  }
}

function checkHeaders(value: unknown): void {
  let headers: Headers
  try {
    headers = new Headers(value as HeadersInit)
  } catch {
    throw invalidOption('the option headers has an invalid name or value')
  }
  for (const [name, option] of Object.entries({ authorization: 'apiKey', 'idempotency-key': 'idempotencyKey' }))
    if (headers.has(name)) throw invalidOption(`the option headers has ${name}; use the option ${option}`)
}

function isInterval(value: unknown): boolean {
  const pair: unknown[] = Array.isArray(value) ? value : [value, value]
  const [minimum, maximum] = pair.filter((each) => typeof each === 'number' && each > 0 && each < Infinity) as [
    number,
    number,
  ]
  return pair.length === 2 && minimum <= maximum
}

/** The error of an option or argument that cannot be used. */
export function invalidOption(summary: string): ModelTasksError {
  return new ModelTasksError(summary, { code: 'invalid-option' })
}
