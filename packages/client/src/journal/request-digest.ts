import { openFile } from '#disk'
import { isFile, type MediaFile } from '../files/media-file.js'
import { sha256 } from './digest.js'

/** Bytes of a file that are held at once. */
const chunkSize = 4 * 1024 * 1024

/**
 * SHA-256 of a request in hexadecimal: neither the order of its members nor the names of its files change it, their content does. What
 * `params` has counts, then what `defaults` has.
 */
export async function requestDigest(model: string, defaults: object, params: object): Promise<string> {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return sha256(JSON.stringify(await canonical({ ...defaults, ...Object.fromEntries(given), model })))
}

/** A value as JSON with its members in order, and with the digest of its content in place of each file. */
async function canonical(value: unknown): Promise<unknown> {
  if (isFile(value)) return { file: await contentDigest(value) }
  if (typeof value !== 'object' || value === null) return value
  if (writesItself(value)) return canonical(value.toJSON())
  if (Array.isArray(value)) return Promise.all(value.map(canonical))
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(await Promise.all(members.map(async ([name, member]) => [name, await canonical(member)])))
}

function writesItself(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function'
}

/** A digest of the digests of a file's parts: the whole of a long one is never held. */
async function contentDigest(file: Blob | MediaFile): Promise<string> {
  const blob = file instanceof Blob ? file : await openFile(file.path, '')
  const digests: string[] = []
  for (let at = 0; at === 0 || at < blob.size; at += chunkSize)
    digests.push(await sha256(await blob.slice(at, at + chunkSize).arrayBuffer()))
  return sha256(digests.join(' '))
}
