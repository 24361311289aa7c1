import type { JsonValue } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { withReferences } from './find.js'
import { inspectFiles, type InspectedFiles } from './inspect.js'
import { sendFiles } from './send.js'

/** The files of a request that is to be submitted. */
export interface PreparedFiles extends Pick<InspectedFiles, 'checkable' | 'findings' | 'impossible'> {
  /** Brings the files to the service. Answers with the parameters, which refer to them; throws what `sendFiles` throws. */
  readonly send: (params: Readonly<Record<string, JsonValue>>) => Promise<Record<string, JsonValue>>
}

/** Inspects the files of a request as `validate` says, and warns of what cannot be told of them. Nothing is sent yet. */
export async function prepareFiles(
  context: Context,
  call: Call,
  model: string,
  params: object,
): Promise<PreparedFiles> {
  const { files, warnings, ...inspected } = await inspectFiles(model, params, { limits: call.validate !== 'off' })
  for (const warning of warnings) context.logger.warn?.(warning)
  return {
    ...inspected,
    send: async (given) => withReferences(given, files, await sendFiles(context, call, model, files)),
  }
}
