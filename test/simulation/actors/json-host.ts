import type { Message, Reply } from '../world/network.js'

/** An answer in JSON. */
export function json(status: number, value: unknown, headers: [string, string][] = []): Reply {
  return {
    status,
    headers: [['content-type', 'application/json'], ...headers],
    body: Buffer.from(JSON.stringify(value)),
  }
}

/** A picture as an answer. */
export function file(bytes: Buffer): Reply {
  return {
    status: 200,
    headers: [
      ['content-type', 'image/png'],
      ['content-length', String(bytes.length)],
      ['etag', `"${bytes.length}-${bytes.subarray(-12, -8).toString('hex')}"`],
    ],
    body: bytes,
  }
}

export function bodyOf({ body }: Message): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** The key of a request; empty without one. */
export function keyOf({ headers }: Message): string {
  return (headers['authorization'] ?? '').replace(/^Bearer /i, '')
}
