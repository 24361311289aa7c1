import type { DigestAlgorithm, Digests } from '../disk/part.js'

/** What an answer says about the digests of the whole file, and of the bytes in this answer. */
export interface DigestFields {
  readonly whole: Digests
  readonly content: Digests
}

const lengths: Readonly<Record<DigestAlgorithm, number>> = { md5: 16, 'sha-256': 32, 'sha-512': 64 }

/** Those that are checked, the strongest first. */
export const algorithms: readonly DigestAlgorithm[] = ['sha-512', 'sha-256', 'md5']

/**
 * Reads Repr-Digest and Content-Digest (RFC 9530; sha-256 and sha-512, and md5) and Content-MD5. Other algorithms and
 * malformed values say nothing.
 */
export function readDigests(headers: Headers): DigestFields {
  const md5 = headers.get('content-md5')?.trim()
  return {
    whole: dictionary(headers.get('repr-digest')),
    content: {
      ...(md5 !== undefined && isDigest('md5', md5) && { md5 }),
      ...dictionary(headers.get('content-digest')),
    },
  }
}

/** Whether two descriptions of one file give different digests of one algorithm. */
export function contradict(one: Digests, other: Digests): boolean {
  return algorithms.some((name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name])
}

function dictionary(field: string | null): Digests {
  const members = (field ?? '').matchAll(/(?:^|,)\s*(md5|sha-256|sha-512)\s*=\s*:([A-Za-z0-9+/]+={0,2}):/g)
  return Object.fromEntries(
    [...members].flatMap(([, name, value]) =>
      isAlgorithm(name) && value !== undefined && isDigest(name, value) ? [[name, value]] : [],
    ),
  )
}

function isAlgorithm(name: string | undefined): name is DigestAlgorithm {
  return name !== undefined && Object.hasOwn(lengths, name)
}

function isDigest(algorithm: DigestAlgorithm, base64: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(base64) && base64.length === 4 * Math.ceil(lengths[algorithm] / 3)
}
