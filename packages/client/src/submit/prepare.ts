import type { JsonValue, ModelId } from '@model-tasks/spec'
import { loaders } from '@model-tasks/spec/validators'
import { checkRequest, type Finding } from '@model-tasks/validation'
import type { Call, Context } from '../call/context.js'
import { invalid } from '../errors/failure.js'

/** A submit body: the model and its parameters. */
export type SubmitBody = Record<string, JsonValue> & { model: string }

/**
 * The body to send: required parameters that have a default are filled in, optional ones never; then the request is
 * checked as `validate` says. Throws RequestInvalidError. A model outside the catalogue passes as it is when `open`.
 */
export async function prepare(
  { logger, modelIds }: Context,
  { validate }: Call,
  model: string,
  params: object,
  open: boolean,
): Promise<SubmitBody> {
  const sent = wellFormed(model, params, modelIds)
  const facts = Object.hasOwn(loaders, model) && (await loaders[model as ModelId]()).facts
  const body: SubmitBody = Object.assign({ model }, facts && facts.defaults, sent, { model })
  if (facts && !facts.available) logger.warn?.(`${model} is marked unavailable (${facts.reason}); the service decides`)
  if (validate !== 'off' && (facts || !open)) {
    const { ok, findings } = await checkRequest(body)
    const error = invalid(`the request for ${model} is invalid`, findings)
    if (!ok && validate !== 'warn') throw error
    if (!ok) logger.warn?.(error.message)
  }
  return { ...body, model: modelIds[model] ?? model }
}

/** The parameters as JSON. Throws RequestInvalidError when the arguments of a submit are not a model and its parameters. */
function wellFormed(model: unknown, params: unknown, modelIds: Context['modelIds']): Record<string, JsonValue> {
  const form = "write submit(model, input), such as submit('sd_2.0_discount', { prompt: 'A paper boat' })"
  if (typeof model !== 'string' || !model)
    throw malformed('/model', `expected a Model ID, got ${nameOf(model)}; ${form}`)
  let sent: unknown
  try {
    sent = JSON.parse(JSON.stringify(params) ?? 'null')
  } catch (error) {
    throw malformed(
      '',
      `the input for ${model} cannot be written as JSON: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
    )
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw malformed('', `expected an object as the input for ${model}, got ${nameOf(params)}; ${form}`)
  const input = sent as Record<string, JsonValue>
  if (input.model !== undefined && input.model !== model && input.model !== modelIds[model]) {
    throw malformed(
      '/model',
      `the input names the model ${JSON.stringify(input.model)} and the call names ${model}; name it once, in the call`,
    )
  }
  return input
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return value === '' ? 'an empty string' : value === undefined || value === null ? String(value) : `a ${typeof value}`
}

function malformed(path: string, message: string): Error {
  const finding: Finding = { rule: 'type', severity: 'error', path, message, source: 'Submit a task' }
  return invalid('the request is malformed', [finding])
}
