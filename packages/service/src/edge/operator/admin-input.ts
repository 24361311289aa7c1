import { InputError } from '../../base/input-error.js'
import { Problem } from '../../admit/problem.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.js'

/** The body of a request of the administration. Throws the problem of a member that it may not have. */
export function objectOf(body: JsonValue | undefined, known: readonly string[]): JsonObject {
  if (!isJsonObject(body)) throw invalid(`send a JSON object with ${known.join(', ')}`)
  const stray = Object.keys(body).find((name) => !known.includes(name))
  if (stray !== undefined) throw invalid(`"${stray}" is not a member; use ${known.join(', ')}`)
  return body
}

/** A number as the terminal takes it; nothing else is one. */
export function numeral(value: JsonValue | undefined): string {
  return typeof value === 'number' ? String(value) : ''
}

/** Reads what the terminal takes too. Throws the problem that its error is over HTTP. */
export function checked<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    return rejection(error)
  }
}

/** Throws the problem that an error of the terminal is over HTTP. */
export function rejection(error: unknown): never {
  if (error instanceof InputError) throw invalid(error.message)
  throw error
}

export function invalid(detail: string): Problem {
  return new Problem('invalid-request', detail)
}
