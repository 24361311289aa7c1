/** Signatures other than that of AWS: each is one file, and one more at the fakes, written from the vendor's document. */
import { expect, test } from 'vitest'
import { systemClock } from '@model-tasks/client/policy'
import { tc3Credentials } from '../../packages/service/src/run/provider/credentials/tc3-hmac-sha256.js'
import { v4Credentials } from '../../packages/service/src/run/provider/credentials/hmac-sha256-v4.js'
import { chainedHmac, sha256 } from '../../packages/service/src/run/provider/credentials/signing.js'
import type { UpstreamProvider } from '../../packages/service/src/domain/provider/provider.js'
import { running } from '../../packages/service/test/mapped/support.js'
import { asked } from '../../packages/service/test/support/asked.js'
import { behind, task } from './signed-fake.js'
import { seventhOperations } from './made-up.js'

const at = (date: number) => ({ clock: { ...systemClock, date: () => date } })

test("signs a request as in the example of Tencent Cloud's document", async () => {
  const key = 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE:Gu5t9xGARNpq86cd98joQYCN3EXAMPLE'
  const { token, headers } = await tc3Credentials(
    { by: 'tc3-hmac-sha256', service: 'cvm' },
    key,
    at(1_551_113_065_000),
  ).prove({
    method: 'POST',
    url: 'https://cvm.tencentcloudapi.com/',
    contentType: 'application/json; charset=utf-8',
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
  })
  expect(token).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  )
  expect(headers).toEqual({ 'content-type': 'application/json; charset=utf-8', 'X-TC-Timestamp': '1551113065' })
})

test("signs a request as Volcengine's own package does (@volcengine/openapi 1.36.2)", async () => {
  const { token } = await v4Credentials(
    { by: 'hmac-sha256-v4', service: 'cv', region: 'cn-north-1' },
    'AKLTEXAMPLE:c2VjcmV0RVhBTVBMRQ==',
    at(Date.UTC(2026, 0, 2, 3, 4, 5)),
  ).prove({
    method: 'POST',
    url: 'https://visual.volcengineapi.com/?Version=2022-08-31&Action=CVSync2AsyncSubmitTask',
    body: '{"req_key":"a (b)"}',
  })
  expect(token).toBe(
    'HMAC-SHA256 Credential=AKLTEXAMPLE/20260102/cn-north-1/cv/request, SignedHeaders=host;x-content-sha256;x-date, Signature=619fdcf50d8302090659710fe20d1025ac5ca6fc211d26218ff90cbbad85511e',
  )
})

test('the query that is signed is in the order of its names and values, each escaped as RFC 3986 has it', async () => {
  const { prove } = v4Credentials(
    { by: 'hmac-sha256-v4', service: 'cv', region: 'cn-north-1' },
    'AKLTEXAMPLE:c2VjcmV0RVhBTVBMRQ==',
    at(Date.UTC(2026, 0, 2, 3, 4, 5)),
  )
  const signed = async (query: string) => (await prove({ method: 'GET', url: `https://up.example/?${query}` })).token
  const canonical = ['GET', '/', 'a=%28x%2A%29&a=y&b=%27%21', 'host:up.example', ...contentLines, '']
  const names = 'host;x-content-sha256;x-date'
  const scope = '20260102/cn-north-1/cv/request'
  const digest = sha256([...canonical, names, emptyDigest].join('\n'))
  const signature = chainedHmac(
    'c2VjcmV0RVhBTVBMRQ==',
    scope.split('/'),
    ['HMAC-SHA256', '20260102T030405Z', scope, digest].join('\n'),
  )
  for (const query of ["b='!&a=y&a=(x*)", "a=(x*)&a=y&b='!", "a=y&b='!&a=(x*)"])
    expect(await signed(query)).toMatch(new RegExp(`Signature=${signature}$`))
})

const emptyDigest = sha256('')
const contentLines = [`x-content-sha256:${emptyDigest}`, 'x-date:20260102T030405Z']
const header = { in: 'header', name: 'Authorization', source: 'sdk' }
const key = 'access:the-secret:session/token='

/** Kinds of signature, with requests of one method and path that only headers or the query tell apart. */
const kinds = [
  {
    token: { by: 'tc3-hmac-sha256', service: 'making', region: 'ap-guangzhou' },
    text: 'TC3-HMAC-SHA256, service `making`, region `ap-guangzhou` where `region` of the settings says no other',
    submit: { method: 'POST', path: '/', headers: { 'X-TC-Action': 'Submit{model}Job' }, source: 'sdk' },
    query: {
      method: 'POST',
      path: '/',
      headers: { 'X-TC-Action': 'Describe{model}Job' },
      body: [{ to: '/JobId', fact: 'id' }],
      source: 'sdk',
    },
    regionIn: (headers: Headers) => headers.get('x-tc-region'),
    region: 'ap-guangzhou',
  },
  {
    token: { by: 'hmac-sha256-v4', service: 'making', region: 'cn-north-1' },
    text: 'HMAC-SHA256 with the scope `request`, service `making`, region `cn-north-1` where `region` of the settings says no other',
    submit: { method: 'POST', path: '/?Action=Submit&Version=2022-08-31', source: 'sdk' },
    query: {
      method: 'POST',
      path: '/?Action=GetResult&Version=2022-08-31',
      body: [{ to: '/task_id', fact: 'id' }],
      source: 'sdk',
    },
    regionIn: (headers: Headers) => /\/\d{8}\/([^/]+)\//.exec(headers.get('authorization') ?? '')?.[1],
    region: 'cn-north-1',
  },
] as const

function membersOf({ submit, query }: (typeof kinds)[number]) {
  const { video } = seventhOperations()
  const rows = [...video.rows, { to: '/req_key', model: true, source: 'sdk' }]
  return { operations: { video: { ...video, rows, submit, query } } }
}

test.each(kinds)(
  'a protocol that signs by $token.by is one file, with requests that only headers or the query tell apart',
  async (kind) => {
    const { diagnostics, page, fake, provider, sent } = await behind(
      { ...header, token: kind.token },
      key,
      membersOf(kind),
    )
    expect(diagnostics).toEqual([])
    expect(page).toContain(kind.text)
    const ours = provider(key)
    expect(await ours.probe?.()).toBeUndefined()
    const answer = await ours.submit(asked(task))
    if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
    expect((await ours.poll([answer.reference], running)).get(answer.reference)).toMatchObject({ state: 'completed' })
    expect(new Set(sent.map(({ headers }) => headers.get('authorization'))).size).toBe(3)
    expect(sent.map(({ headers }) => kind.regionIn(headers))).toEqual([kind.region, kind.region, kind.region])
    const whole = sent.map(({ headers, url }) => `${url} ${JSON.stringify([...headers])}`).join()
    expect(whole).not.toContain('the-secret')
    expect(fake.tasks).toHaveLength(1)
    const elsewhere = await provider(key, undefined, 'eu-frankfurt').submit(asked({ ...task, id: 'task_2' }))
    expect(elsewhere).toMatchObject({ answer: 'accepted' })
    expect(sent.map(({ headers }) => kind.regionIn(headers)).at(-1)).toBe('eu-frankfurt')
  },
)

test.each(kinds)(
  'a signature by $token.by of another key, time or body is rejected, and buys nothing',
  async (kind) => {
    const { fake, provider, move } = await behind({ ...header, token: kind.token }, key, membersOf(kind))
    const refused = async (ours: UpstreamProvider, why: RegExp): Promise<void> => {
      const answer = await ours.submit(asked(task))
      expect(answer).toMatchObject({ answer: 'not-accepted', pause: { reason: 'credentials' } })
      expect(JSON.stringify(answer)).toMatch(why)
    }
    const changed = ({ body, ...init }: RequestInit): RequestInit => ({
      ...init,
      body: typeof body === 'string' ? body.replace('boat', 'goat') : null,
    })
    await refused(provider('access:another-secret:session/token='), /the signature does not match that of the request/)
    await refused(provider('another:the-secret:session/token='), /SecretIdNotFound|the security token is invalid/)
    await refused(provider('access:the-secret'), /SecretIdNotFound|the security token is invalid/)
    await refused(provider(key, changed), /does not match that of the request|is not that of the body/)
    move(301)
    await refused(provider(key), /has expired/)
    expect(fake.tasks).toEqual([])
  },
)

test('a region for a protocol that signs nothing for one is rejected', async () => {
  const { provider } = await behind({ ...header, prefix: 'Bearer ' }, 'a-key')
  expect(() => provider('a-key', undefined, 'eu-central-1')).toThrow(
    'region does nothing: the requests of this protocol are not signed for one; leave it out',
  )
})
