import type { Digests, Version } from '../disk/part.js'
import { queryVerdict } from '../policy/query-verdict.js'
import { readRetryAfter } from '../policy/retry-after.js'
import { readContentRange } from './content-range.js'
import { contentType } from '../policy/content-type.js'
import { contradict, readDigests } from './digest-fields.js'
import { isEncoded, lengthOf } from './stated.js'
import { strongValidator } from './validator.js'

/** What is there already, and of which version. */
export interface Held {
  readonly bytes: number
  readonly version: Version
}

/** What the head of an answer allows to be done with its body. */
export type Judgement =
  /** It is a whole file: what is there is replaced. `ends` tells whether a body that ends is known to be complete. */
  | { kind: 'whole'; version: Version; ends: boolean }
  /** It continues what is there, up to this byte; `content` are the digests of its own bytes. */
  | { kind: 'rest'; version: Version; upTo: number; content: Digests }
  /** It cannot be trusted to belong to what is there: the file has to be received from its beginning. */
  | { kind: 'distrust'; reason: string }
  /** It may be another one later. */
  | { kind: 'retry'; reason: string; retryAfter: { asked: number; delay: number } | undefined }
  /** It is not a result, and will not be one. */
  | { kind: 'reject'; reason: string }
  /** The host does not give the file. */
  | { kind: 'decline'; reason: string }

/** The request headers for what is not there yet. Only a strong validator may ask for a part of a file (RFC 9110, 13.1.5). */
export function requestHeaders({ bytes, version: { validator } }: Held): Record<string, string> {
  return {
    'accept-encoding': 'identity',
    ...(bytes > 0 && validator !== undefined && { range: `bytes=${bytes}-`, 'if-range': validator }),
  }
}

/** Judges the head of the answer to a request with `requestHeaders(held)`. */
export function judge({ status, headers }: { status: number; headers: Headers }, held: Held): Judgement {
  const resuming = 'range' in requestHeaders(held)
  if (status === 200) return whole(headers)
  if (status === 206) return resuming ? rest(headers, held) : distrust('its host sent a part that was not asked for')
  if (status === 416 && resuming) return distrust('its host has no bytes after those received before')
  const reason = `its host answered ${status}`
  if (status >= 200 && status <= 299) return { kind: 'reject', reason: `${reason}, which is not a file` }
  const retryAfter = readRetryAfter(headers)
  return queryVerdict(status) === 'transient' ? { kind: 'retry', reason, retryAfter } : { kind: 'decline', reason }
}

function whole(headers: Headers): Judgement {
  // What the platform decodes may end early without an error, and has neither the length nor the digests that the host states.
  if (isEncoded(headers))
    return { kind: 'reject', reason: `its host sent it with the content encoding ${headers.get('content-encoding')}` }
  // Some caches store a part and give it as the file.
  const range = readContentRange(headers)
  if (range && (range.first > 0 || range.last + 1 !== range.total))
    return distrust('its host sent a part as the whole file')
  const length = lengthOf(headers)
  if (range && length !== undefined && length !== range.total)
    return distrust('its host sent a file of another length than it says')
  const validator = strongValidator(headers)
  const { whole, content } = readDigests(headers)
  const type = contentType(headers)
  const version: Version = { digests: { ...content, ...whole }, contentType: type, total: length, validator }
  if (version.total === 0) return { kind: 'reject', reason: 'its host sent an empty file' }
  const framed = length !== undefined || headers.has('transfer-encoding')
  return { kind: 'whole', version, ends: framed || Object.keys(version.digests).length > 0 }
}

function rest(headers: Headers, { bytes, version }: Held): Judgement {
  const range = readContentRange(headers)
  const { whole, content } = readDigests(headers)
  if (strongValidator(headers) !== version.validator)
    return distrust('its host did not repeat the ETag of the first part')
  if (!range || range.first !== bytes) return distrust('its host sent another part than was asked for')
  if (range.total === undefined || (version.total !== undefined && range.total !== version.total))
    return distrust('its host did not repeat the length of the file')
  const length = lengthOf(headers)
  if (length !== undefined && length !== range.last - range.first + 1)
    return distrust('its host sent a part of another length than it says')
  if (isEncoded(headers)) return distrust('its host sent a part with a content encoding')
  if (contradict(version.digests, whole)) return distrust('its host sent another digest than with the first part')
  return {
    kind: 'rest',
    version: { ...version, total: range.total, digests: { ...version.digests, ...whole } },
    upTo: range.last + 1,
    content: ofPart(content, version.digests),
  }
}

/** Some stores repeat the Content-MD5 of the whole file with each of its parts. */
function ofPart({ md5, ...content }: Digests, whole: Digests): Digests {
  return md5 === undefined || md5 === whole.md5 ? content : { ...content, md5 }
}

function distrust(reason: string): Judgement {
  return { kind: 'distrust', reason }
}
