import { ModelTasksError } from '../errors/model-tasks-error.js'

/** Whether an option has a value that can be used, and what is allowed. */
type Rule = readonly [allowed: string, isAllowed: (value: unknown) => boolean]

const modes: readonly unknown[] = ['error', 'warn', 'off']
const from = (minimum: number): Rule => [
  `a number from ${minimum} up`,
  (value) => typeof value === 'number' && value >= minimum,
]
const rules: Readonly<Record<string, Rule>> = {
  timeout: from(0),
  requestTimeout: from(1),
  retries: from(0),
  maxBytes: from(1),
  maxConcurrency: from(1),
  concurrency: from(1),
  budget: from(0),
  requestsPerSecond: ['a number above 0', (value) => typeof value === 'number' && value > 0],
  validate: [modes.join(', '), (value) => modes.includes(value)],
  pollInterval: ['milliseconds above 0, or [minimum, maximum]', isInterval],
}

/** Throws ModelTasksError when an option is invalid, since with NaN for a time a wait would query without pause. Unknown options pass. */
export function checkOptions(options: object): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue
    if (name === 'headers') checkHeaders(value)
    const rule = Object.hasOwn(rules, name) && rules[name]
    if (rule && !rule[1](value)) throw wrong(name, value, rule[0])
  }
}

function checkHeaders(value: unknown): void {
  let headers: Headers
  try {
    headers = new Headers(value as HeadersInit)
  } catch {
    throw invalidOption('the option headers must be valid names and values')
  }
  for (const [name, option] of Object.entries({ authorization: 'apiKey', 'idempotency-key': 'idempotencyKey' }))
    if (headers.has(name)) throw invalidOption(`the option headers has ${name}; use the option ${option}`)
}

function isInterval(value: unknown): boolean {
  const pair: unknown[] = Array.isArray(value) ? value : [value, value]
  const [minimum, maximum] = pair.filter((each) => typeof each === 'number' && each > 0 && each < Infinity)
  return pair.length === 2 && Number(minimum) <= Number(maximum)
}

/** The error of an option or argument that cannot be used. */
export function invalidOption(summary: string): ModelTasksError {
  return new ModelTasksError(summary, { code: 'invalid-option' })
}

function wrong(name: string, value: unknown, allowed: string): ModelTasksError {
  const given = Array.isArray(value)
    ? `[${value.join(', ')}]`
    : typeof value === 'string'
      ? `'${value}'`
      : String(value)
  return invalidOption(`the option ${name} is ${given}; allowed: ${allowed}`)
}
