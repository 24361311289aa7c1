import { createHash, createHmac } from 'node:crypto'
import { isSameSignature } from '../../../base/same-signature.js'
import { accessKeyOf } from '../../../run/provider/credentials/access-key.js'
import { tolerance, type Expected, type RawRequest } from './raw-request.js'

/**
 * Why the signature of a request (TC3-HMAC-SHA256) is not taken; undefined when it is. Written from the vendor's document, and
 * not with what signs. The vendor's servers have no port in their host.
 */
export function tc3Refusal(
  { method, target, headers, bytes }: RawRequest,
  { service, key, now }: Expected,
): string | undefined {
  const header =
    /^TC3-HMAC-SHA256 Credential=([^/, ]+)\/(\S+?)\/(\S+?)\/tc3_request, *SignedHeaders=(\S+), *Signature=([0-9a-f]{64})$/
  const [, id, day = '', scoped, names = '', signature] = header.exec(headers['authorization'] ?? '') ?? []
  if (signature === undefined) return 'AuthFailure.SignatureFailure: the Authorization header is not a TC3 signature'
  if (scoped !== service) return `the signature is for the service ${scoped}, not for ${service}`
  const signed = names.split(';')
  for (const due of ['content-type', 'host']) if (!signed.includes(due)) return `the header ${due} is not signed`
  const seconds = Number(headers['x-tc-timestamp'])
  if (!(Math.abs(now - 1000 * seconds) <= tolerance)) return 'AuthFailure.SignatureExpire: the signature has expired'
  if (new Date(1000 * seconds).toISOString().slice(0, 10) !== day) return 'the date is not that of X-TC-Timestamp'
  if (key === undefined) return undefined
  const { accessKeyId, secretAccessKey, sessionToken } = accessKeyOf(key)
  if (id !== accessKeyId || headers['x-tc-token'] !== sessionToken) return 'AuthFailure.SecretIdNotFound'
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const valueOf = (name: string): string =>
    (name === 'host' ? headers[name]?.replace(/:\d+$/, '') : headers[name]) ?? ''
  const canonical = `${method}\n${path}\n${query}\n${signed
    .map((name) => `${name}:${valueOf(name).trim().toLowerCase()}\n`)
    .join('')}\n${names}\n${hash(bytes)}`
  const toSign = `TC3-HMAC-SHA256\n${seconds}\n${day}/${service}/tc3_request\n${hash(canonical)}`
  const dated = mac(`TC3${secretAccessKey}`, day)
  const expected = mac(mac(mac(dated, service), 'tc3_request'), toSign)
  return isSameSignature(Buffer.from(signature, 'hex'), expected)
    ? undefined
    : 'AuthFailure.SignatureFailure: the signature does not match that of the request'
}

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function mac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
