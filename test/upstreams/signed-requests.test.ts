import { createHash, createHmac } from 'node:crypto'
import { SignatureV4 } from '@smithy/signature-v4'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemClock } from '@model-tasks/client/policy'
import { awsCredentials } from '../../packages/service/src/run/provider/credentials/aws-sigv4.js'
import type { ProvenRequest } from '../../packages/service/src/run/provider/credentials/credentials.js'
import { mappedProvider } from '../../packages/service/src/run/provider/mapped/provider.js'
import type { UpstreamProvider } from '../../packages/service/src/domain/provider/provider.js'
import { running } from '../../packages/service/test/mapped/support.js'
import { asked } from '../../packages/service/test/support/asked.js'
import { madeUp } from './made-up.js'
import { behind, day, task } from './signed-fake.js'

const authentication = {
  in: 'header',
  name: 'Authorization',
  token: { by: 'aws-sigv4', service: 'making' },
  source: 'sdk',
}
const example = 'AKIDEXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'

/** What signs requests to a service of AWS at a time. */
function signer(key: string, service: string, date: number, region?: string) {
  const clock = { ...systemClock, date: () => date }
  return (request: ProvenRequest) => awsCredentials({ by: 'aws-sigv4', service }, key, { clock, region }).prove(request)
}

/** Signatures that AWS publishes for the key of its example (awslabs/aws-c-auth, tests/aws-signing-test-suite/v4). */
const published: [name: string, method: string, target: string, signature: string][] = [
  ['get-vanilla', 'GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    'GET',
    '/?Param2=value2&Param1=value1',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  ['get-vanilla-utf8-query', 'GET', '/?ሴ=bar', '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04'],
  [
    'get-unreserved',
    'GET',
    '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  ],
  ['post-vanilla', 'POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  ['post-vanilla-query', 'POST', '/?Param1=value1', '28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11'],
]

test.each(published)('signs a request as AWS does in %s', async (_name, method, target, signature) => {
  const { token, headers } = await signer(
    example,
    'service',
    day,
  )({ method, url: `https://example.amazonaws.com${target}` })
  const scope = 'Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request'
  expect(token).toBe(`AWS4-HMAC-SHA256 ${scope}, SignedHeaders=host;x-amz-date, Signature=${signature}`)
  expect(headers).toEqual({ 'x-amz-date': '20150830T123600Z' })
})

test('signs with temporary credentials as AWS does in get-vanilla-with-session-token', async () => {
  const session = '6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267'
  const sign = signer(`${example}:${session}`, 'service', day)
  const { token, headers } = await sign({ method: 'GET', url: 'https://example.amazonaws.com/' })
  expect(token).toMatch(
    /SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8$/,
  )
  expect(headers).toMatchObject({ 'x-amz-security-token': session })
})

function bytesOf(key: string | ArrayBufferView): string | Uint8Array {
  return typeof key === 'string' ? key : new Uint8Array(key.buffer, key.byteOffset, key.byteLength)
}

/** The hash that the signer of AWS asks for. */
class Sha256 {
  readonly #hash
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    const key = secret instanceof ArrayBuffer ? new Uint8Array(secret) : secret
    this.#hash = key === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(key))
  }
  update(data: string | Uint8Array): void {
    this.#hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
}

test("signs any request as AWS's own package does: any path, query and body, in the region of its host", async () => {
  const [accessKeyId = '', secretAccessKey = ''] = example.split(':')
  const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => !/^\.{1,2}$/.test(text))
  const region = fc.constantFrom('us-east-1', 'eu-central-1', 'us-gov-west-1')
  await fc.assert(
    fc.asyncProperty(
      region,
      fc.array(part, { maxLength: 3 }),
      fc.dictionary(fc.stringMatching(/^[\w~.-]{1,8}$/), fc.string({ maxLength: 8 }), { maxKeys: 3 }),
      fc.option(fc.string({ unit: 'grapheme' }), { nil: undefined }),
      async (place, parts, query, body) => {
        const hostname = `making.${place}.amazonaws.com`
        const path = `/${parts.map(encodeURIComponent).join('/')}`
        const url = new URL(`https://${hostname}${path}?${new URLSearchParams(query).toString()}`)
        const method = body === undefined ? 'GET' : 'POST'
        const ours = await signer(
          example,
          'making',
          day,
        )({ method, url: url.href, ...(body === undefined ? {} : { body }) })
        const theirs = await new SignatureV4({
          credentials: { accessKeyId, secretAccessKey },
          region: place,
          service: 'making',
          sha256: Sha256,
          applyChecksum: false,
        }).sign(
          { method, protocol: 'https:', hostname, path: url.pathname, query, headers: { host: hostname }, body },
          { signingDate: new Date(day) },
        )
        expect(ours.token).toBe(theirs.headers['authorization'])
      },
    ),
    { numRuns: 200 },
  )
})

test('a protocol that signs its requests is one file: each request is signed by itself, and the secret is never sent', async () => {
  const { diagnostics, page, fake, provider, sent, move } = await behind(
    authentication,
    'access:the-secret:session/token=',
  )
  expect(diagnostics).toEqual([])
  expect(page).toContain('a signature over the request (AWS Signature Version 4, service `making`)')
  const ours = provider('access:the-secret:session/token=')
  expect(await ours.probe?.()).toBeUndefined()
  const answer = await ours.submit(asked(task))
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  move(60)
  expect((await ours.poll([answer.reference], running)).get(answer.reference)).toMatchObject({ state: 'completed' })
  expect(new Set(sent.map(({ headers }) => headers.get('authorization'))).size).toBe(3)
  const whole = sent.map(({ headers, url }) => `${url} ${JSON.stringify([...headers])}`).join()
  expect(whole).not.toContain('the-secret')
  expect(fake.tasks).toHaveLength(1)
})

test('a signature of another key, time or body is rejected, pauses the upstream and buys nothing', async () => {
  const { fake, provider, move } = await behind(authentication, 'access:the-secret')
  const refused = async (ours: UpstreamProvider, why: string): Promise<void> => {
    const answer = await ours.submit(asked(task))
    expect(answer).toMatchObject({ answer: 'not-accepted', pause: { reason: 'credentials' } })
    expect(JSON.stringify(answer)).toContain(why)
  }
  const changed = ({ body, ...init }: RequestInit): RequestInit => ({
    ...init,
    body: typeof body === 'string' ? body.replace('boat', 'goat') : null,
  })
  await refused(provider('access:another-secret'), 'the signature does not match that of the request')
  await refused(provider('another:the-secret'), 'the security token is invalid')
  await refused(provider('access:the-secret', changed), 'the signature does not match that of the request')
  move(301)
  await refused(provider('access:the-secret'), 'the signature has expired')
  expect(fake.tasks).toEqual([])
})

test('a key without its parts is rejected without a word of it', async () => {
  const { provider } = await behind(authentication, 'access:the-secret')
  for (const key of ['onlysecret', ':secret', 'access:', 'a:b:c:d'])
    expect(() => provider(key)).toThrow(/^the key must be <access key ID>:<secret access key>, or [^a]*access/)
})

test('an upstream that quotes the secret key or the session token gives them to no one', async () => {
  const { mapping } = await madeUp('signing', { authentication })
  const quoting = mappedProvider(
    mapping,
    { name: 'up', baseUrl: 'https://up.example', apiKey: 'access:the-secret:the-session', modelIds: {} },
    { fetch: async () => Response.json({ why: 'bad the-secret of the-session' }, { status: 422 }) },
  )
  const answer = await quoting.submit(asked(task))
  expect(answer).toEqual({ answer: 'rejected', error: 'Seventh: bad [redacted] of [redacted] (HTTP 422)' })
})

test('a host that is none of AWS signs for the region of the settings, as a proxy in front of one needs, else for us-east-1', async () => {
  const request = { method: 'GET', url: 'https://proxy.example/async-invoke' }
  const scopeOf = async (region?: string): Promise<string | undefined> =>
    / Credential=([^,]+),/.exec((await signer(example, 'bedrock', day, region)(request)).token)?.[1]
  expect(await scopeOf()).toBe('AKIDEXAMPLE/20150830/us-east-1/bedrock/aws4_request')
  expect(await scopeOf('eu-central-1')).toBe('AKIDEXAMPLE/20150830/eu-central-1/bedrock/aws4_request')
})
