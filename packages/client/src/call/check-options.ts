import { ModelTasksError } from '../errors/model-tasks-error.js'

const least: Readonly<Record<string, number>> = {
  timeout: 0,
  requestTimeout: 1,
  retries: 0,
  maxBytes: 1,
  concurrency: 1,
  budget: 0,
  requestsPerSecond: Number.MIN_VALUE,
}
const modes: readonly unknown[] = ['error', 'warn', 'off']

/** Throws ModelTasksError when an option is nonsense, since with NaN for a time a wait would ask without pause. Options it does not know pass. */
export function checkOptions(options: object): void {
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (value === undefined) continue
    const minimum = least[name]
    if (minimum !== undefined && !(typeof value === 'number' && value >= minimum))
      throw wrong(name, value, minimum % 1 ? 'a number above 0' : `a number from ${minimum} up`)
    if (name === 'validate' && !modes.includes(value)) throw wrong(name, value, modes.join(', '))
    if (name === 'pollInterval' && !isInterval(value))
      throw wrong(name, value, 'milliseconds above 0, or a pair [minimum, maximum] of them')
  }
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

function wrong(name: string, value: unknown, allowed: string): ModelTasksError {
  const given =
    typeof value === 'string'
      ? `'${value}'`
      : Array.isArray(value)
        ? `[${value.map(String).join(', ')}]`
        : String(value)
  return new ModelTasksError(`the option ${name} is ${given}; allowed: ${allowed}`, {})
}
