import type { JsonValue, ModelId } from '@model-tasks/spec'
import { loaders } from '@model-tasks/spec/validators'
import type { Call, Context } from '../call/context.js'
import { inputJson } from './input-json.js'

/** A submit body: the model and its parameters. */
export type SubmitBody = Record<string, JsonValue> & { model: string }

/**
 * The body to send: required parameters that have a default are filled in, optional ones never; then the request is
 * checked. One that is JSON and has no mistakes needs nothing more; what any other needs (its files sent, its mistakes put into
 * words) is loaded then, as nothing has been sent yet. Throws what `examine` throws.
 */
export async function prepare(
  context: Context,
  call: Call,
  model: string,
  params: object,
  open: boolean,
): Promise<SubmitBody> {
  const named = typeof model === 'string' && model !== ''
  const module = named && Object.hasOwn(loaders, model) ? await loaders[model as ModelId]() : undefined
  const complete = (given: object): SubmitBody => Object.assign({ model }, module?.facts.defaults, given, { model })
  const written = inputJson(params)
  const { input, hasFiles } = written
  const flawless =
    input &&
    !hasFiles &&
    (input.model === undefined || input.model === model) &&
    (module ? module.facts.available && module.validate(complete(input)).length === 0 : named && open)
  const body = flawless
    ? complete(input)
    : await (await import('./examine.js')).examine(context, call, { model, params, open }, written, module, complete)
  return { ...body, model: context.modelIds[model] ?? model }
}
