import type { Finding } from '@model-tasks/validation'
import { invalid } from '../errors/invalid.js'
import type { RequestInvalidError } from '../errors/request-invalid-error.js'

const form = "write submit(model, input), such as submit('sd_2.0_discount', { prompt: 'A paper boat' })"

/**
 * The error of arguments of a submit that are not a model and its parameters. `json` is the input as JSON, and `unwritable`
 * why there is none.
 */
export function malformed(model: unknown, input: unknown, json: unknown, unwritable: unknown): RequestInvalidError {
  if (typeof model !== 'string' || !model)
    return finding('/model', `expected a Model ID, got ${nameOf(model)}; ${form}`)
  if (unwritable !== undefined)
    return finding('', `the input for ${model} cannot be written as JSON: ${firstLine(unwritable)}`)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return finding('', `expected an object as the input for ${model}, got ${nameOf(input)}; ${form}`)
  const named = JSON.stringify((json as Record<string, unknown>).model)
  return finding('/model', `the input names the model ${named} and the call names ${model}; name it once, in the call`)
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return value === '' ? 'an empty string' : value === undefined || value === null ? String(value) : `a ${typeof value}`
}

function finding(path: string, message: string): RequestInvalidError {
  const mistake: Finding = { rule: 'type', severity: 'error', path, message, source: 'Submit a task' }
  return invalid('the request is malformed', [mistake])
}
