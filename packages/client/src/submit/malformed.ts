import type { Finding } from '@model-tasks/validation'
import { invalid } from '../errors/invalid.js'
import type { RequestInvalidError } from '../errors/request-invalid-error.js'

const form = "write submit(model, input), such as submit('sd_2.0_discount', { prompt: 'A paper boat' })"

/** The error of arguments of a submit that are not a model and its parameters. `input` is what was written of these, if it is an object. */
export function malformed(
  model: unknown,
  params: unknown,
  input: { model?: unknown } | undefined,
): RequestInvalidError {
  if (typeof model !== 'string' || !model)
    return finding('/model', `expected a Model ID, got ${nameOf(model)}; ${form}`)
  const unwritable = whyUnwritable(params)
  if (unwritable !== undefined) return finding('', `the input for ${model} cannot be written as JSON: ${unwritable}`)
  if (!input) return finding('', `expected an object as the input for ${model}, got ${nameOf(params)}; ${form}`)
  const named = JSON.stringify(input.model)
  return finding('/model', `the input names the model ${named} and the call names ${model}; name it once, in the call`)
}

/** Why an input cannot be written as JSON, in one line; undefined when it can. */
function whyUnwritable(input: unknown): string | undefined {
  try {
    JSON.stringify(input)
    return undefined
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n')[0]
  }
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return value === '' ? 'an empty string' : value === undefined || value === null ? String(value) : `a ${typeof value}`
}

function finding(path: string, message: string): RequestInvalidError {
  const mistake: Finding = { rule: 'type', severity: 'error', path, message, source: 'Submit a task' }
  return invalid('the request is malformed', [mistake])
}
