import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { CustomParams } from '@model-tasks/client'

/** SHA-256 of a request in hexadecimal: neither the order of its members nor the names of its files change it, their content does. */
export async function requestDigest(model: string, params: CustomParams): Promise<string> {
  return sha256(JSON.stringify(await canonical({ ...params, model })))
}

/** A value with its members in order, and with the digest of its content in place of each file. */
async function canonical(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return Promise.all(value.map(canonical))
  if (value instanceof Blob) return { file: sha256(Buffer.from(await value.arrayBuffer())) }
  if ('path' in value && typeof value.path === 'string' && Object.getPrototypeOf(value) !== Object.prototype)
    return { file: await digestOfFile(value.path) }
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(await Promise.all(members.map(async ([name, member]) => [name, await canonical(member)])))
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
