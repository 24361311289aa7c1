import { createHash } from 'node:crypto'

/** One request and its answer, without key, prompt and signatures. */
export interface Exchange {
  method: string
  /** Without host and query. */
  path: string
  /** SHA-256 of the request body, in hexadecimal; only exchanges with one have it. */
  bodyHash?: string
  /** The request body with long texts and URLs blacked out, to read. */
  body?: unknown
  status: number
  headers: Record<string, string>
  /** Text as it is; anything else as base64. */
  answer: { text: string } | { base64: string }
}

/** What `recordExchanges` writes: version 1. */
export interface Recording {
  version: 1
  exchanges: Exchange[]
}

/** The part of a URL that identifies a request in a recording. */
export function pathOf(url: string): string {
  return new URL(url).pathname
}

export function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

/** A JSON value whose texts under `prompt` are blacked out and whose URLs have lost their query. */
export function blackOut(value: unknown, key = ''): unknown {
  if (typeof value === 'string')
    return key === 'prompt' ? '[redacted]' : value.replace(/(https?:\/\/[^\s"'<>?#]+)[?#][^\s"'<>]*/g, '$1')
  if (Array.isArray(value)) return value.map((item) => blackOut(item, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blackOut(item, name)]))
}
