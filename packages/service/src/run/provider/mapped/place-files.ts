import { formOf } from '@model-tasks/documents/upstreams/interpreter'
import type { Prepared } from '../../../domain/provider/provider.js'
import type { Connection } from './connection.js'
import { fetchMedia } from './fetch-media.js'
import { uploadOne } from './upload.js'

/** How large the files are together that are fetched for one task, in bytes. */
const maxFetched = 32 * 2 ** 20

/**
 * Sees to the files of a task before it is submitted: each data URI is uploaded once, each URL is fetched once. Answers
 * what stands for them in the submit, or why the first is not there.
 */
export async function placeFiles(
  connection: Connection,
  references: readonly string[],
  signal?: AbortSignal,
): Promise<Prepared> {
  const files = new Map<string, string>()
  let left = maxFetched
  for (const reference of references) {
    if (formOf(reference) === 'data') {
      const result = await uploadOne(connection, reference, signal)
      if ('answer' in result) return result
      files.set(reference, result.reference)
    } else {
      const result = await fetchMedia(connection, reference, left, signal)
      if ('answer' in result) return result
      files.set(reference, result.dataUri)
      left -= result.bytes
    }
  }
  return { files }
}
