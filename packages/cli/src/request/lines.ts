import type { BatchRequest } from '@model-tasks/client'
import { Problem } from '../problem.js'

/** A request of a batch file and the line it stands in. */
export interface NumberedRequest {
  line: number
  request: BatchRequest
}

/** Reads a batch file: a JSON object a line, `model` and its parameters. Empty lines count for nothing. */
export function readLines(content: string, file: string): NumberedRequest[] {
  const place = file === '-' ? 'standard input' : file
  const requests = content
    .split('\n')
    .flatMap((text, index) => (text.trim() === '' ? [] : [readLine(text, index + 1, place)]))
  if (requests.length === 0) throw new Problem(`${place} holds no requests`, 'usage')
  return requests
}

function readLine(text: string, line: number, place: string): NumberedRequest {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw new Problem(
      `${place}:${line} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
      'usage',
    )
  }
  if (
    typeof body !== 'object' ||
    body === null ||
    Array.isArray(body) ||
    !('model' in body) ||
    typeof body.model !== 'string'
  ) {
    throw new Problem(
      `${place}:${line}: a request is a JSON object with model and its parameters, such as {"model": "beta-5.0", "prompt": "A paper boat"}`,
      'usage',
    )
  }
  const { model, ...input } = body
  // What the model takes is checked by validation, not by the type.
  return { line, request: { model, input } as BatchRequest }
}
