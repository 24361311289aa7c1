import type { Answer } from '@model-tasks/client/policy'
import { firstText, pathOf, type Upload } from '@model-tasks/documents/upstreams/interpreter'
import type { Prepared } from '../../../domain/provider/provider.js'
import { errorIn, errorText, jsonOf, pauseOf } from './answers.js'
import type { EncodedBody } from './encode.js'
import type { Connection } from './connection.js'
import { exchange, failureText, pauseAfter } from './exchange.js'

/** Why a file is not at the upstream, which proves that no task was submitted. */
type NotUploaded = Extract<Prepared, { answer: string }>

/** Uploads each of these data URIs once. Answers what names them, or why the first is not there that could not be uploaded. */
export async function uploadAll(
  connection: Connection,
  dataUris: readonly string[],
  signal?: AbortSignal,
): Promise<Prepared> {
  const { upload } = connection.mapping
  if (upload === undefined) return { answer: 'rejected', error: `${connection.mapping.title} takes no uploads` }
  const files = new Map<string, string>()
  for (const dataUri of dataUris) {
    const result = await uploadOne(connection, upload, dataUri, signal)
    if ('answer' in result) return result
    files.set(dataUri, result.reference)
  }
  return { files }
}

async function uploadOne(
  connection: Connection,
  { request, field, reference }: Upload,
  dataUri: string,
  signal: AbortSignal | undefined,
): Promise<{ reference: string } | NotUploaded> {
  const { title } = connection.mapping
  const outcome = await exchange(
    connection,
    {
      action: 'upload',
      method: request.method,
      path: pathOf(request.path, { model: '' }),
      content: contentOf(dataUri, field),
    },
    signal,
  )
  if ('failure' in outcome) {
    const { failure } = outcome
    const error = `a file could not be uploaded: ${failureText(failure, connection)}`
    // A connection that ends in the middle of a file may end because of the file.
    return failure.proved === 'not sent'
      ? { answer: 'not-accepted', error, pause: pauseAfter(failure) }
      : { answer: 'not-accepted', error }
  }
  const { answer } = outcome
  const failed = failureOf(connection, answer)
  if (failed !== undefined) return failed
  const json = jsonOf(answer)
  const named = json === undefined ? undefined : firstText(json, [reference])
  if (named !== undefined) return { reference: named }
  const error = `${title} answered an upload with HTTP ${answer.status} without a reference to the file`
  return { answer: 'not-accepted', error, pause: { reason: 'misconfigured' } }
}

/** An error about the file itself will be the same the next time; any other may pass, and may still be about the file. */
function failureOf(connection: Connection, answer: Answer): NotUploaded | undefined {
  const failure = errorIn(connection.mapping, answer)
  if (failure === undefined) return undefined
  const error = `a file could not be uploaded: ${errorText(connection, answer, failure)}`
  const pause = pauseOf(answer, failure)
  const isAboutFile = pause === undefined && answer.status < 500 && answer.status !== 408
  if (isAboutFile) return { answer: 'rejected', error }
  return pause === undefined ? { answer: 'not-accepted', error } : { answer: 'not-accepted', error, pause }
}

/** A data URI in base64 as a request body: a form with the file in it, or the file itself. */
function contentOf(dataUri: string, field: string | undefined): EncodedBody {
  const comma = dataUri.indexOf(',')
  const type = dataUri.slice('data:'.length, comma).split(';')[0]?.toLowerCase() ?? ''
  const blob = new Blob([Buffer.from(dataUri.slice(comma + 1), 'base64')], { type })
  // As the blob has it: what cannot be in a header is not in there either.
  if (field === undefined) return { body: blob, headers: blob.type === '' ? {} : { 'content-type': blob.type } }
  const form = new FormData()
  form.append(field, blob, `file.${/^[a-z]+\/([a-z0-9]+)/.exec(type)?.[1] ?? 'bin'}`)
  return { body: form, headers: {} }
}
