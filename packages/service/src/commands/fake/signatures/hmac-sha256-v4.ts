import { createHash, createHmac } from 'node:crypto'
import { isSameSignature } from '../../../base/same-signature.js'
import { accessKeyOf } from '../../../run/provider/credentials/access-key.js'
import { tolerance, type Expected, type RawRequest } from './raw-request.js'

/**
 * Why the signature of a request (HMAC-SHA256, scope `request`) is not taken; undefined when it is. Written from the vendor's
 * document, and not with what signs.
 */
export function v4Refusal(
  { method, target, headers, bytes }: RawRequest,
  { service, key, now }: Expected,
): string | undefined {
  const header =
    /^HMAC-SHA256 Credential=([^/, ]+)\/(\d{8})\/([^/, ]+)\/([^/, ]+)\/request, *SignedHeaders=(\S+), *Signature=([0-9a-f]{64})$/
  const [, id, day = '', region = '', scoped, names = '', signature] = header.exec(headers['authorization'] ?? '') ?? []
  if (signature === undefined) return 'the Authorization header is not a signature by HMAC-SHA256'
  if (scoped !== service) return `the signature is for the service ${scoped}, not for ${service}`
  const date = headers['x-date'] ?? ''
  const [, year, month, dayOf, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  const made = Date.parse(`${year}-${month}-${dayOf}T${hour}:${minute}:${second}Z`)
  if (!date.startsWith(day) || !(Math.abs(now - made) <= tolerance)) return 'the signature has expired'
  const signed = names.split(';')
  for (const due of ['x-date', ...(bytes.length > 0 ? ['x-content-sha256'] : [])])
    if (!signed.includes(due)) return `the header ${due} is not signed`
  const digest = createHash('sha256').update(bytes).digest('hex')
  const stated = headers['x-content-sha256']
  if (stated !== undefined && stated !== digest) return 'X-Content-Sha256 is not that of the body'
  if (key === undefined) return undefined
  const { accessKeyId, secretAccessKey, sessionToken } = accessKeyOf(key)
  if (id !== accessKeyId || headers['x-security-token'] !== sessionToken) return 'the security token is invalid'
  const [path = '', query = ''] = target.split(/\?(.*)/s)
  const pairs = query.split('&').filter((pair) => pair !== '')
  const canonical = [
    method,
    path,
    pairs
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`).replaceAll('+', '%20'))
      .sort()
      .join('&'),
    signed.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join(''),
    names,
    digest,
  ].join('\n')
  const scope = [day, region, service, 'request']
  const toSign = ['HMAC-SHA256', date, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join('\n')
  let derived: string | Buffer = secretAccessKey
  for (const part of [...scope, toSign]) derived = createHmac('sha256', derived).update(part).digest()
  return isSameSignature(Buffer.from(signature, 'hex'), Buffer.from(derived))
    ? undefined
    : 'the signature does not match that of the request'
}
