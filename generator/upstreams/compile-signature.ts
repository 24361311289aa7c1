import { pointerSteps } from '../load/pointer.js'
import type { UpstreamFile } from '../spec-types/files/upstream.js'
import { compilePath } from './compile-path.js'
import type { HeaderPart, SignedPart, WebhookKey, WebhookSignature, WebhookTime } from './interpreter/mapping.js'
import { pathParts } from './path-parts.js'

/** How a webhook is signed, as a checked file says it. */
export type SignatureSource = NonNullable<NonNullable<UpstreamFile['webhooks']>['signature']>

/** The values that may stand in the text that is signed, besides headers. */
export const signedValues = ['body', 'bodySha256', 'timestamp'] as const

/** What is needed to check a signature: the text cut at its variables, the names of headers in lower case. */
export function compileSignature(source: SignatureSource): WebhookSignature {
  const { algorithm, encoding, signed, headers = {}, time, key } = source
  return {
    algorithm,
    in: compileHeader(source),
    encoding,
    signed: pathParts(signed).map((part) => (typeof part === 'string' ? part : compileValue(part.variable, headers))),
    ...(time === undefined ? {} : { time: compileTime(time) }),
    key: compileKey(key),
  }
}

function compileHeader({
  header,
  separator,
  prefix = '',
}: Partial<Omit<HeaderPart, 'header'>> & { header: string }): HeaderPart {
  return { header: header.toLowerCase(), ...(separator === undefined ? {} : { separator }), prefix }
}

function compileValue(name: string, headers: { readonly [name: string]: string }): SignedPart {
  const own = signedValues.find((value) => value === name)
  return own === undefined ? { header: (headers[name] ?? '').toLowerCase() } : { is: own }
}

function compileTime({
  member,
  header = '',
  separator,
  prefix,
  unit,
  toleranceSeconds,
}: NonNullable<SignatureSource['time']>): WebhookTime {
  return {
    in:
      member === undefined
        ? compileHeader({
            header,
            ...(separator === undefined ? {} : { separator }),
            ...(prefix === undefined ? {} : { prefix }),
          })
        : { member: pointerSteps(member) },
    unit,
    toleranceSeconds,
  }
}

function compileKey(key: SignatureSource['key']): WebhookKey {
  if (key.by === 'key-set') return key
  const form = { prefix: key.prefix ?? '', encoding: key.encoding }
  return key.by === 'setting'
    ? { by: key.by, form }
    : { by: key.by, path: compilePath(key.path), at: pointerSteps(key.at), form }
}
