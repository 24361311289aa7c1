import { createHash } from 'node:crypto'
import type { JsonValue } from '@model-tasks/spec'

/** A request of a batch file. */
export interface Line {
  /** Where it stands in the file, from 1. */
  number: number
  /** What makes it this request and no other, across edits of the file: a digest of its content and which occurrence of it this is. */
  identity: string
  model: string
  /** The request body without `model`. */
  input: Record<string, JsonValue>
}

/** A line that is not a request, and why. */
export interface MalformedLine {
  number: number
  message: string
}

/** What a batch file contains. */
export interface BatchFile {
  lines: Line[]
  malformed: MalformedLine[]
}

/** Reads a batch file: one JSON object per line, `model` and its parameters. Empty lines are passed over. */
export function readLines(content: string): BatchFile {
  const file: BatchFile = { lines: [], malformed: [] }
  const occurrences = new Map<string, number>()
  for (const [index, text] of content.split('\n').entries()) {
    if (text.trim() === '') continue
    const number = index + 1
    const request = readRequest(text)
    if (typeof request === 'string') {
      file.malformed.push({ number, message: request })
      continue
    }
    const digest = digestOf(request)
    const occurrence = (occurrences.get(digest) ?? 0) + 1
    occurrences.set(digest, occurrence)
    const { model, ...input } = request
    file.lines.push({ number, identity: `${digest}#${occurrence}`, model, input })
  }
  return file
}

type Request = Record<string, JsonValue> & { model: string }

/** The request on a line, or what is wrong with the line. */
function readRequest(text: string): Request | string {
  let body: JsonValue
  try {
    body = JSON.parse(text) as JsonValue
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
  return isRequest(body)
    ? body
    : 'must be a JSON object with model and its parameters, such as {"model": "beta-5.0", "prompt": "A paper boat"}'
}

function isRequest(body: JsonValue): body is Request {
  return typeof body === 'object' && body !== null && !Array.isArray(body) && typeof body.model === 'string'
}

/** A digest of what a line says: neither spaces nor the order of its members change it. */
function digestOf(request: Request): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(request)))
    .digest('hex')
    .slice(0, 32)
}

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}
