import type { Mistake } from '../../check/mistake.js'
import type { Spec } from '../../load/spec.js'
import { pathParts } from '../path-parts.js'
import { wellFormed } from './facts.js'

/** S089: a signature that leaves the body or the time open, and one that anyone can make. */
export function* idleSignatures(spec: Spec): Iterable<Mistake> {
  for (const { path: file, source } of wellFormed(spec)) {
    const { signature } = source.webhooks ?? {}
    if (signature === undefined) continue
    const { algorithm, signed, time, key } = signature
    const at = ['webhooks', 'signature']
    const place = { code: 'S089', file } as const
    const used = pathParts(signed).flatMap((part) => (typeof part === 'string' ? [] : [part.variable]))
    if (!used.includes('body') && !used.includes('bodySha256'))
      yield {
        ...place,
        path: [...at, 'signed'],
        message: 'the body is not signed',
        hint: 'Put {body} or {bodySha256} into it.',
      }
    if (time?.header !== undefined && !used.includes('timestamp'))
      yield {
        ...place,
        path: [...at, 'time', 'header'],
        message: 'the time is not signed: the sender of a repeat can change it',
        hint: 'Put {timestamp} into "signed", or leave "time" out where the upstream does not sign it.',
      }
    if (key.by !== 'key-set' && algorithm === 'ed25519' && key.encoding === 'text')
      yield {
        ...place,
        path: [...at, 'key', 'encoding'],
        message: 'a public key for ed25519 is 32 bytes and not a text',
        hint: 'Use "hex" or "base64".',
      }
    if (key.by === 'key-set' && algorithm !== 'ed25519')
      yield {
        ...place,
        path: [...at, 'key', 'by'],
        message: `a key for ${algorithm} is a secret, and a key set is published`,
        hint: 'Use "request" or "setting", or the algorithm ed25519.',
      }
  }
}
