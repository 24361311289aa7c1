import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { Json, WebhookSignature } from '@model-tasks/documents/upstreams/interpreter'
import { expect, test } from 'vitest'
import { keyIn, signedWebhook, type SigningKey } from '../src/run/provider/webhooks/signatures.js'

const secret = Buffer.from('a secret of the vendor')
const body = Buffer.from('{"id":"task","at":"2026-01-02T03:04:05Z"}')
const hmac = (text: Buffer | string, key = secret) => createHmac('sha256', key).update(text).digest()

const inHeader = { header: 'x-signature', prefix: '' }
const plain: WebhookSignature = {
  algorithm: 'hmac-sha256',
  encoding: 'hex',
  in: inHeader,
  signed: [{ is: 'body' }],
  key: { by: 'setting', form: { prefix: '', encoding: 'text' } },
}

/** What is said of a webhook with these headers. */
function judged(signature: WebhookSignature, headers: Record<string, string>, key: SigningKey = secret, json?: Json) {
  const webhook = signedWebhook(signature, { headers, body }, json)
  return 'missing' in webhook ? webhook.missing : [webhook.sent, webhook.fits(key)]
}

test('a signature is written in full and in nothing but its letters', () => {
  const text = hmac(body).toString('hex')
  const fits = (given: string) => judged(plain, { 'x-signature': given })
  expect(fits(text)).toEqual([undefined, true])
  expect(fits(text.toUpperCase())).toEqual([undefined, true])
  for (const other of [`${text}0`, `${text}00`, `${text}zz`, `zz${text}`, text.slice(2), 'zz', '='])
    expect(fits(other), other).toEqual([undefined, false])
  const base64 = { ...plain, encoding: 'base64' } as const
  const written = hmac(body).toString('base64')
  expect(judged(base64, { 'x-signature': written })).toEqual([undefined, true])
  for (const other of [`${written}!`, `!${written}`, '!', text])
    expect(judged(base64, { 'x-signature': other }), other).toEqual([undefined, false])
})

test('a webhook without its signature names the header', () => {
  const missing = 'the header x-signature has no signature'
  expect(judged(plain, {})).toBe(missing)
  const versioned = { ...plain, in: { header: 'x-signature', prefix: 'v1=' } }
  for (const given of ['v2=00', 'v1=', '']) expect(judged(versioned, { 'x-signature': given }), given).toBe(missing)
})

test('of several signatures one is enough, of which sixteen are tried', () => {
  const several = { ...plain, in: { header: 'x-signature', separator: ',', prefix: 'v1=' } }
  const right = `v1=${hmac(body).toString('hex')}`
  const wrong = (count: number) => Array.from({ length: count }, () => 'v1=00')
  expect(judged(several, { 'x-signature': ['v2=11', 'v1=zz', ` ${right} `].join(',') })).toEqual([undefined, true])
  expect(judged(several, { 'x-signature': [...wrong(15), right].join(',') })).toEqual([undefined, true])
  expect(judged(several, { 'x-signature': [...wrong(16), right].join(',') })).toEqual([undefined, false])
})

test('every part that is signed counts, in its order, and a missing header is named', () => {
  const of: WebhookSignature = {
    ...plain,
    time: { in: { header: 'x-time', prefix: 't=' }, unit: 'seconds', toleranceSeconds: 300 },
    signed: [{ header: 'x-id' }, '.', { is: 'timestamp' }, '.', { is: 'bodySha256' }, '.', { is: 'body' }],
  }
  const digest = createHash('sha256').update(body).digest('hex')
  const text = hmac(`event_1.1767323045.${digest}.${body.toString()}`).toString('hex')
  const headers = { 'x-signature': text, 'x-time': 't=1767323045', 'x-id': 'event_1' }
  expect(judged(of, headers)).toEqual([Date.UTC(2026, 0, 2, 3, 4, 5), true])
  expect(judged(of, { ...headers, 'x-id': 'event_2' })).toEqual([Date.UTC(2026, 0, 2, 3, 4, 5), false])
  expect(judged(of, { ...headers, 'x-id': '' })).toBe('the header x-id is missing')
  for (const time of ['', '1767323045', 't=', 't=17e8', 't=-1', 't=1234567890123456'])
    expect(judged(of, { ...headers, 'x-time': time }), time).toBe('the header x-time has no time')
})

test.each([
  ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
  ['2026-01-02T03:04:05.250+01:00', Date.UTC(2026, 0, 2, 2, 4, 5, 250)],
  ['2026-13-02T03:04:05Z', undefined],
  ['2026-01-02', undefined],
  ['at 2026-01-02T03:04:05Z', undefined],
  ['2026-01-02T03:04:05Z or so', undefined],
  [true, undefined],
])('a time in the body is read only as RFC 3339 writes it: %j', (at, milliseconds) => {
  const of: WebhookSignature = {
    ...plain,
    time: { in: { member: ['sent', 'at'] }, unit: 'rfc3339', toleranceSeconds: 300 },
  }
  const result = judged(of, { 'x-signature': hmac(body).toString('hex') }, secret, { sent: { at } })
  expect(result).toEqual(milliseconds === undefined ? '/sent/at of the body has no time' : [milliseconds, true])
})

test('milliseconds are read as they are, also where the body has a number', () => {
  const of: WebhookSignature = {
    ...plain,
    time: { in: { member: ['at'] }, unit: 'milliseconds', toleranceSeconds: 300 },
  }
  expect(judged(of, { 'x-signature': hmac(body).toString('hex') }, secret, { at: 1_767_323_045_250 })).toEqual([
    1_767_323_045_250,
    true,
  ])
})

test('a public key fits its own signatures, and none that is too long or is made with a secret', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const of = { ...plain, algorithm: 'ed25519' } as const
  const made = sign(null, body, privateKey).toString('hex')
  expect(judged(of, { 'x-signature': made }, publicKey)).toEqual([undefined, true])
  expect(judged(of, { 'x-signature': `${made}00` }, publicKey)).toEqual([undefined, false])
  expect(judged(of, { 'x-signature': made }, secret), 'of another kind').toEqual([undefined, false])
  expect(judged(plain, { 'x-signature': hmac(body).toString('hex') }, publicKey)).toEqual([undefined, false])
  expect(judged(of, { 'x-signature': made }, generateKeyPairSync('ed25519').publicKey)).toEqual([undefined, false])
})

test('a secret of another form is not taken for a key', () => {
  const of = (
    algorithm: WebhookSignature['algorithm'],
    prefix: string,
    encoding: 'text' | 'hex' | 'base64',
    text: string,
  ) => keyIn({ algorithm }, { prefix, encoding }, text)
  expect(of('hmac-sha256', 'whsec_', 'base64', 'whsec_YWJj')).toEqual(Buffer.from('abc'))
  expect(of('hmac-sha256', 'whsec_', 'base64', 'YWJj')).toBeUndefined()
  expect(of('hmac-sha256', 'whsec_', 'base64', 'whsec_')).toBeUndefined()
  expect(of('hmac-sha256', 'whsec_', 'base64', 'whsec_a!')).toBeUndefined()
  expect(of('hmac-sha256', '', 'text', 'a!')).toEqual(Buffer.from('a!'))
  expect(of('hmac-sha256', '', 'text', '')).toBeUndefined()
  expect(of('hmac-sha256', '', 'hex', 'abc')).toBeUndefined()
  const { publicKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  expect(bytes).toHaveLength(32)
  const key = of('ed25519', '', 'hex', bytes.toString('hex'))
  expect(key !== undefined && !Buffer.isBuffer(key) && key.equals(publicKey)).toBe(true)
  expect(of('ed25519', '', 'hex', `${bytes.toString('hex')}00`)).toBeUndefined()
  expect(of('ed25519', '', 'hex', bytes.subarray(1).toString('hex'))).toBeUndefined()
})
