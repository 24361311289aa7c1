import type { JsonValue } from '@model-tasks/spec'
import type { ModelModule } from '@model-tasks/spec/validators'
import { checkRequest } from '@model-tasks/validation/request'
import type { Call, Context } from '../call/context.js'
import { invalid } from '../errors/invalid.js'
import { isFile } from '../files/media-file.js'
import { malformed } from './malformed.js'

/**
 * The body of a request that has files, or something that must be put into words: checked as `validate` says, with its files, and
 * these are uploaded or inlined. `complete` makes a body of its parameters. Throws RequestInvalidError, and what the requests of an
 * upload throw. A model outside the catalogue passes when `open`.
 */
export async function examine<Body extends object>(
  context: Context,
  call: Call,
  { model, params, open }: { model: string; params: object; open: boolean },
  module: ModelModule | undefined,
  complete: (given: object) => Body,
): Promise<Body> {
  const { logger, modelIds, clock } = context
  const { validate = 'error' } = call
  const { sent, hasFiles } = wellFormed(model, params, modelIds)
  const media =
    hasFiles && (await (await import('../files/prepare-files.js')).prepareFiles(context, call, model, params))
  const facts = module?.facts
  if (facts && !facts.available) logger.warn?.(`${model} is marked unavailable (${facts.reason}); the service decides`)
  const findings = media ? [...media.findings] : []
  if (validate !== 'off' && (facts || !open)) {
    const found = new Set(findings.map(({ path }) => path))
    const checked = await checkRequest(complete(media ? media.checkable : sent), { now: (clock.date ?? Date.now)() })
    findings.unshift(...checked.findings.filter(({ path }) => !found.has(path)))
  }
  if (findings.some(({ severity }) => severity === 'error')) {
    const error = invalid(`the request for ${model} is invalid`, findings)
    if (validate !== 'warn' || (media && media.impossible)) throw error
    logger.warn?.(error.message)
  }
  return complete(media ? await media.send(sent) : sent)
}

/**
 * The parameters as JSON, and whether there are files among them. Throws RequestInvalidError when the arguments of a submit
 * are not a model and its parameters.
 */
function wellFormed(
  model: string,
  params: object,
  modelIds: Context['modelIds'],
): { sent: Record<string, JsonValue>; hasFiles: boolean } {
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
  throw malformed(model, params, sent, unwritable)
}

function isInput(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
