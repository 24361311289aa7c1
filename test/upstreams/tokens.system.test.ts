import { generateKeyPairSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { systemClock } from '@model-tasks/client/policy'
import { asked } from '../../packages/service/test/support/asked.js'
import { serveFake, type ServedFake } from '../../packages/service/src/commands/fake/serve-fake.js'
import { exampleKey } from '../../packages/service/src/commands/fake/token-desk.js'
import { mappedProvider } from '../../packages/service/src/run/provider/mapped/provider.js'
import { probeUpstream } from '../../packages/service/src/run/provider/probe-upstream.js'
import type { UpstreamProvider } from '../../packages/service/src/domain/provider/provider.js'
import { upstreamLane } from '../../packages/service/src/run/provider/upstreams.js'
import { silentLog } from '../../packages/service/src/base/log.js'
import { SettingsError } from '../../packages/service/src/settings/settings-error.js'
import { running } from '../../packages/service/test/mapped/support.js'
import { upstreamOf } from '../../packages/service/test/support/relay.js'
import { madeUp } from './made-up.js'

const header = { in: 'header', name: 'Authorization', prefix: 'Bearer ', source: 'sdk' }
const probe = { path: '/who', accepted: [200], source: 'sdk' }
const signed = { ...header, token: { by: 'jwt-hs256', seconds: 1800, backdateSeconds: 5 } }
const google = { ...header, token: { by: 'google-service-account', scope: 'https://example.com/auth/make' } }
const oauth = { ...header, token: { by: 'oauth-client', url: 'https://login.example/oauth/token', scope: 'films' } }
const task = { id: 'task_1', model: 'sd_2.0_discount', kind: 'video' as const, parameters: { prompt: 'A boat' } }

/** A fake with its key, and providers in front of it. The time of day is the test's. */
async function behind(mapping: Mapping, key: string) {
  let date = Date.UTC(2026, 0, 1)
  const carried: (string | undefined)[] = []
  const fake = await serveFake(mapping, { key, date: () => date })
  onTestFinished(() => fake.close())
  const provider = (apiKey: string): UpstreamProvider =>
    mappedProvider(
      mapping,
      { name: 'up', baseUrl: fake.baseUrl, apiKey, modelIds: {} },
      {
        clock: { ...systemClock, date: () => date },
        fetch: (url, init) => {
          carried.push(new Headers(init?.headers).get('authorization') ?? undefined)
          return fetch(url, init)
        },
        fetchToken: fetch,
      },
    )
  return {
    fake,
    provider,
    carried,
    pass(seconds: number) {
      date += 1000 * seconds
    },
  }
}

async function submitted(provider: UpstreamProvider): Promise<string> {
  const answer = await provider.submit(asked(task))
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.reference
}

/** A key of the account that a fake knows, and another. Made once: that takes long. */
const [known, another] = [rsa(), rsa()]

/** The key file of a service account whose tokens a fake gives. */
function keyFile({ baseUrl }: Pick<ServedFake, 'baseUrl'>, privateKey = known): string {
  return JSON.stringify({
    type: 'service_account',
    client_email: 'maker@example.com',
    private_key_id: 'one',
    private_key: privateKey,
    token_uri: `${baseUrl}/fake-token`,
  })
}

function rsa(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

test('a protocol whose key signs tokens is one file: a token is sent until shortly before its end, and never the key', async () => {
  const { diagnostics, mapping, page } = await madeUp('signed', { authentication: signed, probe })
  expect(diagnostics).toEqual([])
  expect(page).toContain('header `Authorization: Bearer <token>`; the token is a JWT that the service signs (HS256')
  const { provider, carried, pass, fake } = await behind(mapping, 'access:the:secret')
  const ours = provider('access:the:secret')
  expect(await ours.probe?.()).toBeUndefined()
  const reference = await submitted(ours)
  pass(1739)
  expect((await ours.poll([reference], running)).get(reference)).toMatchObject({ state: 'completed' })
  expect(new Set(carried).size).toBe(1)
  pass(2)
  expect((await ours.poll([reference], running)).get(reference)).toMatchObject({ state: 'completed' })
  expect(new Set(carried).size).toBe(2)
  expect(carried.join()).not.toContain('secret')
  const claims: unknown = JSON.parse(Buffer.from(carried[0]?.split('.')[1] ?? '', 'base64url').toString())
  const made = Date.UTC(2026, 0, 1) / 1000
  expect(claims).toEqual({ iss: 'access', exp: made + 1800, nbf: made - 5 })
  expect(fake.tasks).toHaveLength(1)
})

test('a signed token that the upstream refuses pauses it, proves that nothing was sent, and is not sent again', async () => {
  const { mapping } = await madeUp('signed', { authentication: signed, probe })
  const { provider, carried, pass, fake } = await behind(mapping, 'access:secret')
  const wrong = provider('access:another-secret')
  const answer = await wrong.submit(asked(task))
  expect(answer).toMatchObject({ answer: 'not-accepted', pause: { reason: 'credentials' } })
  expect(JSON.stringify(answer)).toContain('the signature of the token is wrong')
  pass(1)
  expect(await wrong.probe?.()).toMatchObject({ pause: { reason: 'credentials' } })
  expect(new Set(carried).size).toBe(2)
  expect(fake.tasks).toEqual([])
})

test('a key that is not two keys is rejected without a word of it', async () => {
  const { mapping } = await madeUp('signed', { authentication: signed })
  const { provider } = await behind(mapping, 'access:secret')
  for (const key of ['onlysecret', ':secret', 'access:'])
    expect(() => provider(key)).toThrow(/^the key must be <access key>:<secret key>, with a colon between the two$/)
  expect(provider('access:secret').probe).toBeUndefined()
})

test('a key of the wrong form stops a start with one line, and upstreams check and the doctor say the same', async () => {
  const { mapping } = await madeUp('signed', { authentication: signed })
  const upstream = upstreamOf({ name: 'films', baseUrl: 'https://up.example', apiKey: 'onlysecret', protocol: 'ark' })
  const mappings = new Map([['ark', mapping]] as const)
  const error = 'upstream films: the key must be <access key>:<secret key>, with a colon between the two'
  expect(() => upstreamLane(upstream, silentLog, { mappings })).toThrow(new SettingsError(error))
  expect((await probeUpstream(upstream, mappings)).key).toEqual({ key: 'unusable', error })
  expect((await probeUpstream({ ...upstream, apiKey: 'access:secret' }, mappings)).key).toEqual({ key: 'untestable' })
})

test('an upstream that quotes the token it was sent gives it to no one', async () => {
  const { mapping } = await madeUp('signed', { authentication: signed })
  const { provider, carried } = await behind(mapping, 'access:secret')
  const quoting = mappedProvider(
    mapping,
    { name: 'up', baseUrl: 'https://up.example', apiKey: 'access:secret', modelIds: {} },
    {
      fetch: async (_url, init) => {
        const token = new Headers(init?.headers).get('authorization') ?? ''
        carried.push(token)
        return Response.json({ why: `bad ${token} of secret` }, { status: 422 })
      },
    },
  )
  const answer = await quoting.submit(asked(task))
  expect(answer).toEqual({ answer: 'rejected', error: 'Seventh: bad Bearer [redacted] of [redacted] (HTTP 422)' })
  expect(carried).toHaveLength(1)
  expect(provider('access:secret').name).toBe('up')
})

test('a service account is exchanged for an access token, once for all that ask, and again before it ends', async () => {
  const { diagnostics, mapping, page } = await madeUp('google', { authentication: google })
  expect(diagnostics).toEqual([])
  expect(page).toContain('JSON key file of a Google service account (scope `https://example.com/auth/make`)')
  const { provider, carried, pass, fake } = await behind(mapping, keyFile({ baseUrl: 'http://127.0.0.1' }))
  const ours = provider(Buffer.from(keyFile(fake)).toString('base64'))
  expect(await ours.probe?.()).toBeUndefined()
  const references = await Promise.all([submitted(ours), submitted(ours)])
  pass(3500)
  expect([...(await ours.poll(references, running)).values()]).toMatchObject([
    { state: 'completed' },
    { state: 'completed' },
  ])
  expect(new Set(carried).size).toBe(1)
  pass(41)
  await ours.poll(references, running)
  expect(new Set(carried).size).toBe(2)
})

test('an unknown service account pauses the upstream, with the words of who gives tokens', async () => {
  const { mapping } = await madeUp('google', { authentication: google })
  const { provider, fake, carried } = await behind(mapping, keyFile({ baseUrl: 'http://127.0.0.1' }))
  const wrong = provider(keyFile(fake, another))
  const refused =
    'no access token was given for the key: invalid_grant: the signature of the assertion is wrong (HTTP 400)'
  expect(await wrong.submit(asked(task))).toEqual({
    answer: 'not-accepted',
    error: refused,
    pause: { reason: 'credentials' },
  })
  expect(await wrong.probe?.()).toEqual({ error: refused, pause: { reason: 'credentials' } })
  expect(carried).toEqual([])
  const gone = provider(keyFile({ baseUrl: 'http://127.0.0.1:1' }))
  expect(await gone.submit(asked(task))).toMatchObject({ answer: 'not-accepted', pause: { reason: 'unreachable' } })
})

test('a key file that lacks something is rejected without a word of it', async () => {
  const { mapping } = await madeUp('google', { authentication: google })
  const { provider } = await behind(mapping, keyFile({ baseUrl: 'http://127.0.0.1' }))
  const file = { client_email: 'maker@example.com', private_key: 'PEM', token_uri: 'https://example.com/token' }
  const cases: [key: string, message: RegExp][] = [
    ['not-a-file', /in base64$/],
    [JSON.stringify({ ...file, token_uri: undefined }), /client_email, private_key and token_uri are needed$/],
    [JSON.stringify({ ...file, token_uri: 'http://example.com/token' }), /token_uri must be an https URL$/],
    [JSON.stringify(file), /private_key is not an RSA key in PEM$/],
  ]
  for (const [key, message] of cases) expect(() => provider(key)).toThrow(message)
})

test('the key that a fake shows works with it', async () => {
  for (const authentication of [header, signed, google, oauth]) {
    const { mapping } = await madeUp('any', { authentication })
    const fake = await serveFake(mapping)
    onTestFinished(() => fake.close())
    const apiKey = exampleKey(mapping.authentication, fake.baseUrl)
    await submitted(mappedProvider(mapping, { name: 'up', baseUrl: fake.baseUrl, apiKey, modelIds: {} }))
    expect(fake.tasks).toHaveLength(1)
  }
})

test.each(['header', 'body'])(
  'the ID and the secret of a client, in the %s, are exchanged for an access token that is used until it ends',
  async (clientIn) => {
    const authentication = { ...oauth, token: { ...oauth.token, clientIn } }
    const { diagnostics, mapping, page } = await madeUp('oauth', { authentication, probe })
    expect(diagnostics).toEqual([])
    expect(page).toContain(
      'the service gets the token at https://login.example/oauth/token (OAuth client credentials, scope `films`); the key is `<client ID>:<client secret>`',
    )
    const { provider, carried, pass, fake } = await behind(mapping, 'the-client:a/secret+%')
    expect(await provider('the-client:another').probe?.()).toMatchObject({ pause: { reason: 'credentials' } })
    expect(carried).toEqual([])
    expect(() => provider('no-secret')).toThrow('the key must be <client ID>:<client secret>')
    const ours = provider('the-client:a/secret+%')
    expect(await ours.probe?.()).toBeUndefined()
    const references = await Promise.all([submitted(ours), submitted(ours)])
    pass(3500)
    await ours.poll(references, running)
    expect(new Set(carried).size).toBe(1)
    pass(41)
    expect([...(await ours.poll(references, running)).values()]).toMatchObject([
      { state: 'completed' },
      { state: 'completed' },
    ])
    expect(new Set(carried).size).toBe(2)
    expect(carried.join()).not.toContain('secret')
    expect(fake.tasks).toHaveLength(2)
  },
)

test('a token URL that quotes the secret of a client gives it to no one', async () => {
  const { mapping } = await madeUp('oauth', { authentication: oauth })
  const provider = mappedProvider(
    mapping,
    { name: 'up', baseUrl: mapping.baseUrl, apiKey: 'the-client:the-secret', modelIds: {} },
    {
      fetchToken: async (url, init) => {
        const { href } = new URL(new Request(url).url)
        const basic = new Headers(init?.headers).get('authorization')
        return Response.json({ error: `${href} got ${basic} of the-secret` }, { status: 401 })
      },
    },
  )
  expect(await provider.submit(asked(task))).toEqual({
    answer: 'not-accepted',
    error:
      'no access token was given for the key: https://login.example/oauth/token got Basic [redacted] of [redacted] (HTTP 401)',
    pause: { reason: 'credentials' },
  })
})
