import type { ModelModule } from '@model-tasks/spec/validators'
import { checkRequest } from '@model-tasks/validation/request'
import type { Call, Context } from '../call/context.js'
import { invalid } from '../errors/invalid.js'
import type { InputJson } from './input-json.js'
import { malformed } from './malformed.js'

/**
 * The body of a request that has files, or something that must be put into words: checked as `validate` says, with its files, and
 * these are uploaded or inlined. `complete` makes a body of its parameters. Throws RequestInvalidError, also where the arguments are
 * not a model and its parameters, and what the requests of an upload throw. A model outside the catalogue passes when `open`.
 */
export async function examine<Body extends object>(
  context: Context,
  call: Call,
  { model, params, open }: { model: string; params: object; open: boolean },
  { input, hasFiles }: InputJson,
  module: ModelModule | undefined,
  complete: (given: object) => Body,
): Promise<Body> {
  const { logger, modelIds, clock } = context
  const { validate = 'error' } = call
  const named = input?.model
  const namedOnce = named === undefined || named === model || named === modelIds[model]
  if (typeof model !== 'string' || !model || !input || !namedOnce) throw malformed(model, params, input)
  const media =
    hasFiles && (await (await import('../files/prepare-files.js')).prepareFiles(context, call, model, params))
  const facts = module?.facts
  if (facts && !facts.available) logger.warn?.(`${model} is marked unavailable (${facts.reason}); the service decides`)
  const findings = media ? [...media.findings] : []
  if (validate !== 'off' && (facts || !open)) {
    const found = new Set(findings.map(({ path }) => path))
    const checked = await checkRequest(complete(media ? media.checkable : input), { now: clock.date?.() ?? Date.now() })
    findings.unshift(...checked.findings.filter(({ path }) => !found.has(path)))
  }
  if (findings.some(({ severity }) => severity === 'error')) {
    const error = invalid(`the request for ${model} is invalid`, findings)
    if (validate !== 'warn' || (media && media.impossible)) throw error
    logger.warn?.(error.message)
  }
  // Before files are uploaded in vain.
  if (media && call.journal && !call.again) {
    const [{ refuseIdentical }, { requestDigest }] = await Promise.all([
      import('../journal/identical.js'),
      import('../journal/request-digest.js'),
    ])
    const { journal, idempotencyKey } = call
    await refuseIdentical(
      context,
      { ...call, journal },
      await requestDigest(model, complete({}), params),
      idempotencyKey,
    )
  }
  return complete(media ? await media.send(input) : input)
}
