import type { JsonValue, ModelId } from '@model-tasks/spec'
import { loaders } from '@model-tasks/spec/validators'
// Not from the entry of the package, which a bundler would load whole with every submit.
import { checkRequest } from '@model-tasks/validation/request'
import type { Call, Context } from '../call/context.js'
import { invalid } from '../errors/failure.js'
import { isFile } from '../files/media-file.js'

/** A submit body: the model and its parameters. */
export type SubmitBody = Record<string, JsonValue> & { model: string }

/**
 * The body to send: required parameters that have a default are filled in, optional ones never; then the request is
 * checked as `validate` says, with its files, and these are uploaded or inlined. Throws RequestInvalidError, and what the
 * requests of an upload throw. A model outside the catalogue passes as it is when `open`.
 */
export async function prepare(
  context: Context,
  call: Call,
  model: string,
  params: object,
  open: boolean,
): Promise<SubmitBody> {
  const { logger, modelIds, clock } = context
  const { validate = 'error' } = call
  const { sent, hasFiles } = await wellFormed(model, params, modelIds)
  const media =
    hasFiles && (await (await import('../files/prepare-files.js')).prepareFiles(context, call, model, params))
  const facts = Object.hasOwn(loaders, model) && (await loaders[model as ModelId]()).facts
  const withDefaults = (given: object): SubmitBody =>
    Object.assign({ model }, facts && facts.defaults, given, { model })
  if (facts && !facts.available) logger.warn?.(`${model} is marked unavailable (${facts.reason}); the service decides`)
  const findings = media ? [...media.findings] : []
  if (validate !== 'off' && (facts || !open)) {
    const found = new Set(findings.map(({ path }) => path))
    const now = (clock.date ?? Date.now)()
    const checked = await checkRequest(withDefaults(media ? media.checkable : sent), { now })
    findings.unshift(...checked.findings.filter(({ path }) => !found.has(path)))
  }
  if (findings.some(({ severity }) => severity === 'error')) {
    const error = invalid(`the request for ${model} is invalid`, findings)
    if (validate !== 'warn' || (media && media.impossible)) throw error
    logger.warn?.(error.message)
  }
  return { ...withDefaults(media ? await media.send(sent) : sent), model: modelIds[model] ?? model }
}

/**
 * The parameters as JSON, and whether there are files among them. Throws RequestInvalidError when the arguments of a submit
 * are not a model and its parameters; its words are loaded then, since nothing is sent.
 */
async function wellFormed(
  model: string,
  params: object,
  modelIds: Context['modelIds'],
): Promise<{ sent: Record<string, JsonValue>; hasFiles: boolean }> {
  let sent: unknown
  let hasFiles = false
  let unwritable: unknown
  const noteFile = (_: string, value: unknown): unknown => {
    hasFiles ||= isFile(value)
    return value
  }
  try {
    sent = JSON.parse(JSON.stringify(params, noteFile) ?? 'null')
  } catch (error) {
    unwritable = error
  }
  if (typeof model === 'string' && model && isInput(sent)) {
    const named = sent.model
    if (named === undefined || named === model || named === modelIds[model]) return { sent, hasFiles }
  }
  throw (await import('./malformed.js')).malformed(model, params, sent, unwritable)
}

function isInput(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
