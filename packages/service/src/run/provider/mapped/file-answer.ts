import {
  contentTypeOf,
  createAnswer,
  readText,
  wrongBeginning,
  wrongType,
  type Answer,
} from '@model-tasks/client/policy'
import { withFile } from '@model-tasks/documents/upstreams/interpreter'
import type { TaskKind } from '../../../domain/task/record.js'
import { readBytes } from './read-bytes.js'

/** How an answer that may be a file is read. */
export interface FileAnswerBounds {
  /** What the file is, if it is one. */
  kind: TaskKind
  /** How large a file may be, in bytes. */
  maxBytes: number
  /** How long any other answer may be, in MiB, and what is told of it as it comes. */
  maxText: number
  onText: (text: string) => void
}

/**
 * Reads the answer to a submit that may be the file itself: as JSON that holds the file. Any other answer, such as
 * an error or a page of HTML, is read as text. Rejects where the answer breaks off: it was paid for all the same.
 */
export async function readFileAnswer(
  response: Response,
  { kind, maxBytes, maxText, onText }: FileAnswerBounds,
): Promise<Answer> {
  const { status, headers, ok } = response
  const contentType = contentTypeOf(headers)
  if (!ok || wrongType(contentType, { object: kind }) !== undefined)
    return createAnswer(status, headers, await readText(response, maxText, onText))
  const bytes = await readBytes(response, maxBytes)
  if (bytes.length === 0 || wrongBeginning(bytes, contentType) !== undefined)
    return createAnswer(status, headers, bytes.toString())
  const json = withFile({
    base64: bytes.toString('base64'),
    contentType: contentType ?? 'application/octet-stream',
    unframed: !isFramed(headers),
  })
  return { status, headers, body: JSON.stringify(json), json }
}

/** Whether the connection cannot end early without an error. What is decoded can, and has not the length that is stated. */
function isFramed(headers: Headers): boolean {
  const encoded = !['', 'identity'].includes((headers.get('content-encoding') ?? '').toLowerCase())
  return !encoded && (headers.has('content-length') || headers.has('transfer-encoding'))
}
