import { createHash } from 'node:crypto'
import type { JsonValue } from '@model-tasks/spec'
import { repeatedName } from './repeated-name.js'

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

/** A request as a batch file has it. */
export type Request = Record<string, JsonValue> & { model: string }

/** A line or row of a batch file: its number from 1, and the request on it, or what is wrong with it. */
export interface Entry {
  number: number
  request: Request | string
}

/**
 * Reads a batch file: one JSON object per line, `model` and its parameters, or a table (CSV) whose first row names the columns.
 * `place` is the name of the file. Empty lines are passed over.
 */
export async function readLines(content: string, place: string): Promise<BatchFile> {
  const file: BatchFile = { lines: [], malformed: [] }
  const occurrences = new Map<string, number>()
  for (const { number, request } of await readEntries(content, place)) {
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

async function readEntries(content: string, place: string): Promise<Entry[]> {
  const { isTable, readTable } = await import('./table.js')
  if (await isTable(content, place)) return readTable(content)
  if (isArray(content))
    return [
      {
        number: 1,
        request: "begins a JSON array; a batch file has one JSON object per line, as jq -c '.[]' prints it",
      },
    ]
  return content
    .split('\n')
    .flatMap((text, index) => (text.trim() === '' ? [] : [{ number: index + 1, request: readRequest(text) }]))
}

/** Whether the whole file is one JSON array, rather than a line of it. */
function isArray(content: string): boolean {
  if (!content.trimStart().startsWith('[')) return false
  try {
    return Array.isArray(JSON.parse(content))
  } catch {
    return false
  }
}

/** The request on a line, or what is wrong with the line. */
function readRequest(text: string): Request | string {
  let body: JsonValue
  try {
    body = JSON.parse(text) as JsonValue
  } catch (error) {
    return `is not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
  const repeated = repeatedName(text)
  if (repeated !== undefined) return `has ${JSON.stringify(repeated)} twice in one object; leave one of them`
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
