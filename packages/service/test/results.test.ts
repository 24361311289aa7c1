import { expect, test } from 'vitest'
import { ManualClock } from './support/manual-clock.js'
import { answerOf, image, testService, type TestService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

const content = 'The quick brown fox'

async function withResult(): Promise<TestService & { id: string; url: string; clock: ManualClock }> {
  const clock = new ManualClock()
  const provider = Object.assign(new StubProvider(), { instant: false })
  const started = await testService({ resultUrlLifetime: 60_000 }, { clock, provider })
  const {
    body: { id },
  } = await started.submit(image)
  await (await provider.job(0)).complete(content)
  const { result_url: url } = await started.ended(id)
  return { ...started, id, url, clock }
}

test('a result URL gives the file without a key', async () => {
  const { url, id } = await withResult()
  const { status, headers, text } = await answerOf(await fetch(url))
  expect([status, text]).toEqual([200, content])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(content.length),
    'accept-ranges': 'bytes',
    'content-disposition': `inline; filename="${id}.png"`,
    'x-content-type-options': 'nosniff',
    etag: expect.stringMatching(/^".+"$/),
  })
})

test('HEAD gives the same headers and no body', async () => {
  const { url } = await withResult()
  const [head, get] = [await fetch(url, { method: 'HEAD' }), await fetch(url)]
  expect(await head.text()).toBe('')
  expect(await get.text()).toBe(content)
  const comparable = (response: Response): unknown =>
    Object.fromEntries(
      [...response.headers].filter(([name]) => !['date', 'connection', 'keep-alive', 'x-request-id'].includes(name)),
    )
  expect([head.status, comparable(head)]).toEqual([200, comparable(get)])
})

test.each([
  ['bytes=0-3', 'The ', 'bytes 0-3/19'],
  ['bytes=4-8', 'quick', 'bytes 4-8/19'],
  ['bytes=16-', 'fox', 'bytes 16-18/19'],
  ['bytes=-3', 'fox', 'bytes 16-18/19'],
  ['bytes=0-1000', content, 'bytes 0-18/19'],
  ['bytes=-1000', content, 'bytes 0-18/19'],
  ['bytes=18-18', 'x', 'bytes 18-18/19'],
])('206 for %s', async (range, expected, described) => {
  const { url } = await withResult()
  const { status, headers, text } = await answerOf(await fetch(url, { headers: { range } }))
  expect([status, text, headers.get('content-range'), headers.get('content-length')]).toEqual([
    206,
    expected,
    described,
    String(expected.length),
  ])
})

test.each(['bytes=19-', 'bytes=100-200', 'bytes=-0'])('416 for %s', async (range) => {
  const { url } = await withResult()
  const { status, headers, body } = await answerOf(await fetch(url, { headers: { range } }))
  expect([status, headers.get('content-range'), body.type]).toEqual([
    416,
    'bytes */19',
    'urn:model-tasks:problem:range-unsatisfiable',
  ])
})

test.each(['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=-', 'bytes=0-1,4-5'])(
  'the whole file for %s',
  async (range) => {
    const { url } = await withResult()
    const { status, text } = await answerOf(await fetch(url, { headers: { range } }))
    expect([status, text]).toEqual([200, content])
  },
)

test('If-Range guards a resumed download', async () => {
  const { url } = await withResult()
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  expect((await fetch(url, { headers: { range: 'bytes=4-', 'if-range': etag } })).status).toBe(206)
  expect((await fetch(url, { headers: { range: 'bytes=4-', 'if-range': '"another"' } })).status).toBe(200)
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test('410 once it has expired, and each query gives a fresh URL', async () => {
  const { url, id, clock, call } = await withResult()
  clock.advance(59_000)
  expect((await fetch(url)).status).toBe(200)
  clock.advance(1000)
  const { status, body } = await answerOf(await fetch(url))
  expect([status, body.type]).toEqual([410, 'urn:model-tasks:problem:result-expired'])
  const fresh = (await call('GET', `/tasks/${id}`)).body.result_url
  expect(fresh).not.toBe(url)
  expect((await fetch(fresh)).status).toBe(200)
})

test('403 for a signature that is not ours: another file, a later expiry, none at all', async () => {
  const { url } = await withResult()
  const changes: ((signed: URL) => void)[] = [
    (signed) => {
      signed.pathname = signed.pathname.replace('.png', '.mp4')
    },
    (signed) => {
      signed.searchParams.set('expires', '99999999999')
    },
    (signed) => {
      signed.searchParams.set('signature', 'x')
    },
    (signed) => {
      signed.searchParams.delete('signature')
    },
    (signed) => {
      signed.search = ''
    },
    (signed) => {
      signed.searchParams.append('signature', 'x')
    },
    (signed) => {
      signed.pathname = '/results/..%2Flocal-credentials.json'
    },
  ]
  for (const change of changes) {
    const forged = new URL(url)
    change(forged)
    const { status, body } = await answerOf(await fetch(forged))
    expect([status, body.type], forged.href).toEqual([403, 'urn:model-tasks:problem:signature-refused'])
  }
})

test('URLs outlive a restart, since the secret is kept', async () => {
  const { url, service, folder, key, clock } = await withResult()
  await service.close()
  const again = await testService({ dataDirectory: folder, key }, { clock })
  const { pathname, search } = new URL(url)
  expect((await fetch(`${again.service.url}${pathname}${search}`)).status).toBe(200)
})

test('the address comes from the request, or from the public URL', async () => {
  const { id, service, key } = await withResult()
  const local = service.baseUrl.replace('127.0.0.1', 'localhost')
  const asked = await answerOf(
    await fetch(`${local}/v2/model-center/tasks/${id}`, { headers: { authorization: `Bearer ${key}` } }),
  ).catch(() => undefined)
  if (asked !== undefined) expect(asked.body.result_url).toMatch(/^http:\/\/localhost:/)
  const behind = await testService({ publicUrl: 'https://tasks.example/deep' })
  const made = await behind.ended((await behind.submit(image)).body.id)
  expect(made.result_url).toMatch(/^https:\/\/tasks\.example\/deep\/results\/task_/)
})
