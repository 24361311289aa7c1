import type { Answer } from '@model-tasks/client/policy'
import { firstText, pathOf } from '@model-tasks/documents/upstreams/interpreter'
import type { Prepared } from '../../../domain/provider/provider.js'
import { errorIn, errorText, jsonOf, pauseOf } from './answers.js'
import type { Connection } from './connection.js'
import { fileOf } from './data-uri.js'
import { formBody, partOf, type EncodedBody } from './encode.js'
import { exchange, failureText, pauseAfter } from './exchange.js'

/** Why a file is not at the upstream, which proves that no task was submitted. */
type NotUploaded = Extract<Prepared, { answer: string }>

/** Uploads a data URI once. Answers what names it, or why it is not there. */
export async function uploadOne(
  connection: Connection,
  dataUri: string,
  signal: AbortSignal | undefined,
): Promise<{ reference: string } | NotUploaded> {
  const { title, upload } = connection.mapping
  if (upload === undefined) return { answer: 'rejected', error: `${title} takes no uploads` }
  const { request, field, reference } = upload
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
    // A connection that ends in the middle of a file may end because of the file: no pause then.
    return { answer: 'not-accepted', error, pause: pauseAfter(failure) }
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
  const pause = pauseOf(connection, answer, failure)
  const isAboutFile = pause === undefined && answer.status < 500 && answer.status !== 408
  return isAboutFile ? { answer: 'rejected', error } : { answer: 'not-accepted', error, pause }
}

/** A data URI in base64 as a request body: a form with the file in it, or the file itself. */
function contentOf(dataUri: string, field: string | undefined): EncodedBody {
  if (field !== undefined) return formBody([{ name: field, value: partOf(dataUri) }])
  const { bytes, contentType } = fileOf(dataUri)
  return { body: Uint8Array.from(bytes), headers: contentType === undefined ? {} : { 'content-type': contentType } }
}
