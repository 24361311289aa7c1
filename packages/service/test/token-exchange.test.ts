import { generateKeyPairSync } from 'node:crypto'
import { systemClock } from '@model-tasks/client/policy'
import { expect, test } from 'vitest'
import { accessKeyOf } from '../src/run/provider/credentials/access-key.js'
import { CredentialsError } from '../src/run/provider/credentials/credentials.js'
import { serviceAccountCredentials } from '../src/run/provider/credentials/google-service-account.js'
import { plainKeyOf } from '../src/run/provider/credentials/plain-key.js'
import { madeCredentials } from '../src/run/provider/credentials/token-cache.js'
import { exchangedToken } from '../src/run/provider/credentials/token-exchange.js'

const made = Date.UTC(2026, 0, 2)

/** What an exchange gives that is answered so. */
function exchanged(body: unknown, status = 200, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } })
  return exchangedToken(
    { url: 'https://tokens.example/token', form: { grant_type: 'x' }, date: made, secrets: ['the-secret'] },
    { fetch: async () => answer, clock: systemClock },
  )
}

/** Why none was given. */
async function refusal(...given: Parameters<typeof exchanged>) {
  const error = await exchanged(...given).catch((failure: unknown) => failure)
  return error instanceof CredentialsError ? { message: error.message, pause: error.pause } : error
}

test.each([
  ['for as long as its answer says', { expires_in: 60 }, 60],
  ['for a day at most', { expires_in: 1e9 }, 86_400],
  ['for five minutes where the answer does not say', {}, 300],
  ['for five minutes where the answer says nothing that is a time', { expires_in: '60' }, 300],
  ['for five minutes where the answer says no time at all', { expires_in: 0 }, 300],
])('a token lives %s', async (_, more, seconds) => {
  const token = await exchanged({ access_token: 'abc', ...more })
  expect(token).toEqual({ value: 'abc', made, ends: made + 1000 * seconds })
})

test.each([
  [400, 'credentials'],
  [401, 'credentials'],
  [499, 'credentials'],
  [408, 'unavailable'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [302, 'unavailable'],
])('an exchange that is answered %i pauses the upstream for %s', async (status, reason) => {
  expect(await refusal({ error: 'no', error_description: 'not today' }, status)).toEqual({
    message: `no access token was given for the key: no: not today (HTTP ${status})`,
    pause: { reason },
  })
})

test('an answer without a token, or with one that fits into no header, gives none', async () => {
  const without = 'no access token was given for the key: the answer holds no access_token (HTTP 200)'
  for (const body of [{}, [], 'null', '"abc"', { access_token: 7 }, { access_token: 'two words' }, '<html>'])
    expect(await refusal(body)).toMatchObject({ message: without, pause: { reason: 'unavailable' } })
})

test('words of who gives tokens are told without what is secret, and not at any length', async () => {
  const { message } = (await refusal({ error: 'the-secret is wrong', error_description: 7 }, 400)) as Error
  expect(message).toBe('no access token was given for the key: [redacted] is wrong (HTTP 400)')
  const { message: long } = (await refusal({ error: 'x'.repeat(9000) }, 400)) as Error
  expect(long).toHaveLength('no access token was given for the key:  (HTTP 400)'.length + 500)
})

test('the exchange is left alone for as long as it asks', async () => {
  expect(await refusal({ error: 'busy' }, 429, { 'retry-after': '20' })).toMatchObject({
    pause: { reason: 'unavailable', retryAfter: 20_000 },
  })
})

test('a key is what a header can hold, and never the key file of a service account', () => {
  expect(plainKeyOf('sk-1{}')).toBe('sk-1{}')
  for (const key of ['', 'two words', 'schlüssel', 'a\n', '{}', '{"private_key":"x"}'])
    expect(() => plainKeyOf(key), key).toThrow('the key must be visible ASCII characters without spaces')
})

test('an access key has two parts, or three with a session token', () => {
  expect(accessKeyOf('id:secret')).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret' })
  expect(accessKeyOf('id:secret:session')).toMatchObject({ sessionToken: 'session' })
  for (const key of ['id', 'id:', ':secret', 'id:secret:', 'id:secret:session:more', 'i d:secret'])
    expect(() => accessKeyOf(key), key).toThrow('the key must be <access key ID>:<secret access key>')
})

test('a token that lives for a minute is used for half of it, and none that was made at a later time of day', async () => {
  let [date, count] = [made, 0]
  const make = async () => ({ value: `token-${++count}`, made: date, ends: date + 60_000 })
  const credentials = madeCredentials(make, () => date, { secrets: [], checked: true })
  const tokenAfter = async (milliseconds: number): Promise<string> => {
    date += milliseconds
    return (await credentials.prove({ method: 'GET', url: 'https://up.example' })).token
  }
  expect([await tokenAfter(0), await tokenAfter(0), await tokenAfter(29_999)]).toEqual(Array(3).fill('token-1'))
  expect(await tokenAfter(1)).toBe('token-2')
  expect([await tokenAfter(-1), credentials.secrets]).toEqual(['token-3', ['token-2', 'token-3']])
})

test('the assertion of a service account names its key, where the key file does', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const file = {
    client_email: 'maker@example.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: 'https://tokens.example/token',
  }
  const headOf = async (more: object): Promise<unknown> => {
    let form = new URLSearchParams()
    const parts = {
      clock: systemClock,
      fetch: async (_url: unknown, init?: RequestInit) => {
        form = new URLSearchParams(typeof init?.body === 'string' ? init.body : '')
        return Response.json({ access_token: 'abc' })
      },
    }
    const recipe = { by: 'google-service-account', scope: 'https://example.com/auth/make' } as const
    const credentials = serviceAccountCredentials(recipe, JSON.stringify({ ...file, ...more }), parts)
    await credentials.prove({ method: 'GET', url: 'https://up.example' })
    return JSON.parse(Buffer.from(form.get('assertion')?.split('.')[0] ?? '', 'base64url').toString())
  }
  expect(await headOf({ private_key_id: 'one' })).toEqual({ alg: 'RS256', typ: 'JWT', kid: 'one' })
  expect(await headOf({})).toEqual({ alg: 'RS256', typ: 'JWT' })
})

test('the key file of a service account names a place for its assertion that no one else can read', () => {
  const open = (file: object) => () =>
    serviceAccountCredentials(
      { by: 'google-service-account', scope: 'https://example.com/auth/make' },
      JSON.stringify({ client_email: 'maker@example.com', private_key: 'not a key', ...file }),
      { clock: systemClock, fetch },
    )
  for (const token_uri of ['tokens', 'http://tokens.example/', 'ftp://localhost/'])
    expect(open({ token_uri }), token_uri).toThrow('token_uri must be an https URL')
  for (const token_uri of ['https://tokens.example/', 'http://localhost:1/', 'http://127.0.0.1/', 'http://[::1]/'])
    expect(open({ token_uri }), token_uri).toThrow('private_key is not an RSA key in PEM')
  for (const file of [{}, { token_uri: 'https://tokens.example/', client_email: 7 }])
    expect(open(file)).toThrow('client_email, private_key and token_uri are needed')
})

test('an exchange that fails pauses the upstream, in words without what is secret', async () => {
  const request = { url: 'https://tokens.example/token', form: {}, date: made, secrets: ['the-secret'] }
  const failing = async () => Promise.reject(new Error('the-secret is not there'))
  const error = await exchangedToken(request, { fetch: failing, clock: systemClock }).catch(
    (failure: unknown) => failure,
  )
  expect(error).toBeInstanceOf(CredentialsError)
  expect(error).toMatchObject({
    message: 'no access token could be got from tokens.example: [redacted] is not there',
    pause: { reason: 'unreachable' },
  })
})
