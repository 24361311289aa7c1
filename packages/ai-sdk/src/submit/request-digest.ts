import { file, type CustomParams, type MediaFile } from '@model-tasks/client'
import { openLocalFile } from '#local-file'

/** 16 hexadecimal digits of the SHA-256 of a request: neither the order of its members nor the names of its files change it, their content does. */
export async function requestDigest(model: string, parameters: CustomParams): Promise<string> {
  const text = JSON.stringify(await canonical({ ...parameters, model }))
  return (await sha256(new TextEncoder().encode(text))).slice(0, 16)
}

async function canonical(value: unknown): Promise<unknown> {
  if (isLocalFile(value)) return { file: await contentDigest(await openedOrNamed(value.path)) }
  if (value instanceof Blob) return { file: await contentDigest(value) }
  if (Array.isArray(value)) return Promise.all(value.map(canonical))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(await Promise.all(members.map(async ([name, member]) => [name, await canonical(member)])))
}

/** Whether a value was made by `file(path)`. */
function isLocalFile(value: unknown): value is MediaFile {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.getPrototypeOf(file(''))
}

/** A file that cannot be read is what the check of the request reports. */
function openedOrNamed(path: string): Promise<Blob> {
  return openLocalFile(path).catch(() => new Blob([path]))
}

async function contentDigest(blob: Blob): Promise<string> {
  return sha256(new Uint8Array(await blob.arrayBuffer()))
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
