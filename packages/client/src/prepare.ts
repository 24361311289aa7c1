import type { JsonValue, ModelId } from '@model-tasks/spec'
import { loaders } from '@model-tasks/spec/validators'
import { checkRequest } from '@model-tasks/validation'
import type { Call, Context } from './context.js'
import { invalid } from './failure.js'

/** A submit body: the model and its parameters. */
export type SubmitBody = Record<string, JsonValue> & { model: string }

/**
 * The body to send: required parameters that have a default are filled in, optional ones never; then the request is
 * checked as `validate` says. Throws RequestInvalidError. A model outside the catalogue passes as it is when `open`.
 */
export async function prepare({ logger, modelIds }: Context, { validate }: Call, model: string, params: object, open: boolean): Promise<SubmitBody> {
  const facts = Object.hasOwn(loaders, model) && (await loaders[model as ModelId]()).facts
  const sent = JSON.parse(JSON.stringify(params)) as Record<string, JsonValue>
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
