import { createHash, createHmac } from 'node:crypto'
import { isSameSignature } from '../../../base/same-signature.js'
import { accessKeyOf } from '../../../run/provider/credentials/access-key.js'
import { tolerance, type Expected, type RawRequest } from './raw-request.js'

/**
 * Why the signature of a request (AWS Signature Version 4) is not taken; undefined when it is. Written from the vendor's
 * document, and not with what signs.
 */
export function awsRefusal(
  { method, target, headers, bytes }: RawRequest,
  { service, key, now }: Expected,
): string | undefined {
  const { id, scope, signed, signature } = partsOf(headers['authorization'] ?? '')
  const [day = '', region = '', scoped, end] = scope
  if (scope.length !== 4 || end !== 'aws4_request' || region === '' || signature === '')
    return 'the Authorization header is not a signature of version 4'
  if (scoped !== service) return `the signature is for the service ${scoped ?? ''}, not for ${service}`
  const time = headers['x-amz-date'] ?? ''
  const [, year, month, date, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  const made = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`)
  if (!time.startsWith(day) || !(Math.abs(now - made) <= tolerance)) return 'the signature has expired'
  const due = Object.keys(headers).filter((name) => name === 'host' || name.startsWith('x-amz-'))
  const unsigned = due.find((name) => !signed.includes(name))
  if (unsigned !== undefined) return `the header ${unsigned} is not signed`
  if (key === undefined) return undefined
  const { accessKeyId, secretAccessKey, sessionToken } = accessKeyOf(key)
  if (id !== accessKeyId || headers['x-amz-security-token'] !== sessionToken) return 'the security token is invalid'
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const canonical = [
    method,
    service === 's3' ? path : path.split('/').map(encoded).join('/'),
    sortedQuery(query),
    ...signed.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'] ?? sha256(bytes),
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')
  const secret = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secretAccessKey}`)
  return isSameSignature(Buffer.from(signature, 'hex'), hmac(secret, text))
    ? undefined
    : 'the signature does not match that of the request'
}

/** The members of the header. */
function partsOf(header: string): { id: string; scope: string[]; signed: string[]; signature: string } {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^, ]+), *SignedHeaders=([^, ]+), *Signature=([0-9a-f]{64})$/.exec(header) ?? []
  const [id = '', ...scope] = credential.split('/')
  return { id, scope, signed: names.split(';'), signature }
}

function sortedQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.toSorted((one, other) => (one < other ? -1 : 1)).join('&')
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
