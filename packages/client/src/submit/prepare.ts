import type { JsonValue, ModelId } from '@model-tasks/spec'
import { loaders } from '@model-tasks/spec/validators'
import type { Finding } from '@model-tasks/validation'
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
  const { sent, hasFiles } = wellFormed(model, params, modelIds)
  const files = hasFiles && (await import('../files/index.js'))
  const media = files && (await files.inspectFiles(model, params, { limits: validate !== 'off' }))
  const facts = Object.hasOwn(loaders, model) && (await loaders[model as ModelId]()).facts
  const withDefaults = (given: object): SubmitBody =>
    Object.assign({ model }, facts && facts.defaults, given, { model })
  if (facts && !facts.available) logger.warn?.(`${model} is marked unavailable (${facts.reason}); the service decides`)
  const findings = media ? [...media.findings] : []
  if (media) for (const warning of media.warnings) logger.warn?.(warning)
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
  const body = withDefaults(sent)
  if (files && media) {
    const reference = await files.sendFiles(context, call, model, media.files)
    Object.assign(body, files.withReferences(sent, media.files, reference))
  }
  return { ...body, model: modelIds[model] ?? model }
}

/**
 * The parameters as JSON, and whether there are files among them. Throws RequestInvalidError when the arguments of a submit
 * are not a model and its parameters.
 */
function wellFormed(
  model: unknown,
  params: unknown,
  modelIds: Context['modelIds'],
): { sent: Record<string, JsonValue>; hasFiles: boolean } {
  const form = "write submit(model, input), such as submit('sd_2.0_discount', { prompt: 'A paper boat' })"
  if (typeof model !== 'string' || !model)
    throw malformed('/model', `expected a Model ID, got ${nameOf(model)}; ${form}`)
  let sent: unknown
  let hasFiles = false
  const noteFile = (_: string, value: unknown): unknown => {
    hasFiles ||= isFile(value)
    return value
  }
  try {
    sent = JSON.parse(JSON.stringify(params, noteFile) ?? 'null')
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
  return { sent: input, hasFiles }
}

function nameOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  return value === '' ? 'an empty string' : value === undefined || value === null ? String(value) : `a ${typeof value}`
}

function malformed(path: string, message: string): Error {
  const finding: Finding = { rule: 'type', severity: 'error', path, message, source: 'Submit a task' }
  return invalid('the request is malformed', [finding])
}
