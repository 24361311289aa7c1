import { isUtf8 } from 'node:buffer'
import { nestedDeeperThan, parseJson, type JsonValue } from '../../base/json.js'
import { Problem } from '../../admit/problem.js'

const deepest = 64

/** What a body may hold besides base64 text, in bytes: the longest request without it is a small part of this. */
export const largestText = 1024 * 1024

/** The JSON value in a body; undefined when it is empty. Throws the problem of one that is not JSON, or too large beside its base64. */
export function jsonOf(body: Buffer): JsonValue | undefined {
  if (body.length === 0) return undefined
  if (body.length > largestText && bytesBesideBase64(body) > largestText) {
    throw new Problem(
      'body-too-large',
      `the body is larger than the ${largestText / 1024 / 1024} MiB that a request may have besides base64 data of data URIs; send media as URLs`,
    )
  }
  if (!isUtf8(body)) throw new Problem('bad-request', 'the body is not UTF-8; send JSON encoded as UTF-8')
  const value = parsed(body.toString('utf8'))
  if (nestedDeeperThan(value, deepest))
    throw new Problem('bad-request', `the body is nested deeper than ${deepest} levels`)
  return value
}

const base64Mark = ';base64,'
const [slash, backslash] = [0x2f, 0x5c]
const base64Bytes = new Uint8Array(256)
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/='))
  base64Bytes[byte] = 1

/** Base64 that follows its mark costs little to read, however long it is; all else may cost more than its length. */
function bytesBesideBase64(body: Buffer): number {
  let beside = 0
  for (let from = 0; ;) {
    const mark = body.indexOf(base64Mark, from, 'latin1')
    if (mark < 0) return beside + body.length - from
    const begin = mark + base64Mark.length
    beside += begin - from
    from = begin
    // A slash may be written as \/ in JSON.
    while (base64Bytes[body[from] ?? 0] === 1 || (body[from] === backslash && body[from + 1] === slash)) from += 1
  }
}

function parsed(text: string): JsonValue {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Problem(
      'bad-request',
      `the body is not JSON: ${whatIsWrong(error)}; send one JSON object, such as {"model": "...", "prompt": "..."}`,
    )
  }
}

/** V8 quotes the text it could not read; a prompt has no place in an error. */
function whatIsWrong(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return `it cannot be read at position ${position}`
  return /end of JSON/.test(message) ? 'it ends too early' : 'it cannot be read'
}
