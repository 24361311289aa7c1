import type { Call, Context } from '../call/context.js'
import { tell } from '../call/tell.js'
import { invalid } from '../errors/invalid.js'
import { backoff } from '../policy/backoff.js'
import { uploadAsset } from '../service/extensions.js'
import { capabilities } from '../service/capabilities.js'
import { faultVerdict } from '../wait/fault-verdict.js'
import { isTransient } from '../wait/transient.js'
import { pollDelay } from '../wait/poll-delay.js'
import { fileFinding, partsOf, type RequestFile } from './find.js'

/**
 * Brings the files of a request to the service and answers with the reference of each: an asset where the parameter and
 * the service take one, else base64. A file that stands in the request twice is sent once. Throws RequestInvalidError where
 * a file can be brought in no way or its review rejects it, and what the requests throw.
 */
export async function sendFiles(
  context: Context,
  call: Call,
  model: string,
  files: readonly RequestFile[],
): Promise<(file: RequestFile) => string> {
  const library = files.some(({ accepts }) => accepts.includes('asset')) && (await hasLibrary(context, call))
  const wayOf = ({ accepts }: RequestFile): 'asset' | 'data' | undefined =>
    accepts.find((way) => way === 'data' || library)
  const stranded = files.filter((file) => wayOf(file) === undefined)
  if (stranded.length > 0) {
    const why = `is a local file, and ${context.baseUrl} has no asset library to upload it to; publish the file and give its URL`
    throw invalid(
      `the request for ${model} cannot be sent`,
      stranded.map((file) => fileFinding(file, 'media-local', why)),
    )
  }
  const references = new Map<string, string>()
  const keys = new Map<unknown, number>()
  const keyOf = (file: RequestFile): string => {
    if (!keys.has(file.identity)) keys.set(file.identity, keys.size)
    return `${wayOf(file)} ${keys.get(file.identity)}`
  }
  for (const file of files) {
    const key = keyOf(file)
    if (references.has(key)) continue
    references.set(key, wayOf(file) === 'asset' ? await upload(context, call, model, file) : await dataUri(file))
  }
  return (file) => references.get(keyOf(file)) ?? ''
}

/** Whether the service has declared an asset library. A service that has no such route has declared nothing. */
async function hasLibrary(context: Context, call: Call): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await capabilities(context, call)).extensions.includes('assets')
    } catch (error) {
      if (faultVerdict(error) === 'missing') return false
      if (!isTransient(error) || call.scope.stopped || attempt >= call.retries) throw error
      await call.scope.sleep(backoff(attempt, pollDelay(context.clock, call.pollInterval)))
    }
  }
}

async function upload(context: Context, call: Call, model: string, file: RequestFile): Promise<string> {
  const content = await file.open()
  const { path, name } = file
  const typed = content.slice(0, content.size, file.type)
  const asset = await uploadAsset(context, call, typed, { untilReviewed: true, name })
  const { id, status } = asset
  await tell(context.logger, call.scope, call.onUploaded, { path, ...partsOf(path), name, asset })
  if (status === 'approved') return `assetId://${id}`
  throw invalid(`the request for ${model} cannot be sent`, [
    fileFinding(file, 'asset-unavailable', `was uploaded as asset ${id}, and its review ended as ${status}`),
  ])
}

async function dataUri({ open, type }: RequestFile): Promise<string> {
  const bytes = new Uint8Array(await (await open()).arrayBuffer())
  let binary = ''
  // Not all at once: an argument list is limited.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return `data:${type};base64,${btoa(binary)}`
}
