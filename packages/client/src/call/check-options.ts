import { ModelTasksError } from '../errors/model-tasks-error.js'

const minimums: Readonly<Record<string, number>> = {
  timeout: 0,
  requestTimeout: 1,
  retries: 0,
  maxBytes: 1,
  maxConcurrency: 1,
  concurrency: 1,
  budget: 0,
  requestsPerSecond: Number.MIN_VALUE,
}
const modes: readonly unknown[] = ['error', 'warn', 'off']

/** Throws ModelTasksError when an option is invalid, since with NaN for a time a wait would query without pause. Unknown options pass. */
export function checkOptions(options: object): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue
    const minimum = minimums[name]
    if (minimum !== undefined && !(typeof value === 'number' && value >= minimum))
      throw wrong(name, value, minimum % 1 ? 'a number above 0' : `a number from ${minimum} up`)
    if (name === 'validate' && !modes.includes(value)) throw wrong(name, value, modes.join(', '))
    if (name === 'pollInterval' && !isInterval(value))
      throw wrong(name, value, 'milliseconds above 0, or a pair [minimum, maximum] of them')
    if (name === 'headers') checkHeaders(value)
  }
}

function checkHeaders(value: unknown): void {
  let headers: Headers
  try {
    headers = new Headers(value as HeadersInit)
  } catch {
    throw wrong('headers', typeof value, 'an object of header names and values')
  }
  for (const name of ['authorization', 'idempotency-key'])
    if (headers.has(name))
      throw invalidOption(
        `the option headers has ${name}; use the option ${name[0] === 'a' ? 'apiKey' : 'idempotencyKey'}`,
      )
}

function isInterval(value: unknown): boolean {
  const [minimum, maximum, ...more] = Array.isArray(value) ? (value as unknown[]) : [value, value]
  return (
    typeof minimum === 'number' &&
    typeof maximum === 'number' &&
    minimum > 0 &&
    maximum >= minimum &&
    maximum < Infinity &&
    more.length === 0
  )
}

/** The error of an option or argument that cannot be used. */
export function invalidOption(summary: string): ModelTasksError {
  return new ModelTasksError(summary, { code: 'invalid-option' })
}

function wrong(name: string, value: unknown, allowed: string): ModelTasksError {
  const given =
    typeof value === 'string'
      ? `'${value}'`
      : Array.isArray(value)
        ? `[${value.map(String).join(', ')}]`
        : String(value)
  return invalidOption(`the option ${name} is ${given}; allowed: ${allowed}`)
}
