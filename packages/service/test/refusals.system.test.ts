import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { silentLog, type LogDetails } from '../src/base/log.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { image, testService, video, type Answer, type AnswerBody } from './support/service.js'

/** What every refusal has in common. */
function expectProblem(answer: Omit<Answer, 'text'>, status: number, kind: string): void {
  expect({ status: answer.status, kind: answer.body?.type, type: answer.headers.get('content-type') }).toEqual({
    status,
    kind: `urn:model-tasks:problem:${kind}`,
    type: expect.stringMatching(/^application\/problem\+json/),
  })
  expect(answer.body).toMatchObject({ status, title: expect.stringMatching(/./), detail: expect.stringMatching(/./) })
  for (const wrapper of ['code', 'msg', 'data']) expect(answer.body).not.toHaveProperty(wrapper)
}

test.each([
  ['no header', {}, 'key-missing'],
  ['another scheme', { authorization: 'Basic abc' }, 'key-missing'],
  ['no key', { authorization: 'Bearer ' }, 'key-missing'],
  ['a key in two parts', { authorization: 'Bearer mt_a b' }, 'key-missing'],
  ['a wrong key', { authorization: 'Bearer mt_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, 'key-refused'],
  [
    'a hash in the place of a key',
    { authorization: 'Bearer 47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU' },
    'key-refused',
  ],
])('401 for %s, before anything else that is wrong', async (_name, headers: Record<string, string>, kind) => {
  const { service, provider } = await testService()
  for (const [path, method, body] of [
    ['/tasks', 'POST', '{'],
    ['/tasks', 'GET'],
    ['/tasks/none', 'GET'],
    ['/tasks/none/cancel', 'POST'],
    ['/models', 'GET'],
    ['/assets', 'POST', 'x'],
  ]) {
    const response = await fetch(`${service.baseUrl}/v2/model-center${path}`, {
      method: method!,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expectProblem(
      { status: response.status, headers: response.headers, body: (await response.json()) as AnswerBody },
      401,
      kind,
    )
  }
  expect(provider.submitted).toEqual([])
})

test('the key is not taken from the query or a cookie', async () => {
  const { service, key } = await testService()
  const response = await fetch(
    `${service.baseUrl}/v2/model-center/tasks?api_key=${key}&authorization=Bearer%20${key}`,
    { headers: { cookie: `authorization=Bearer ${key}` } },
  )
  expect(response.status).toBe(401)
})

test('403 with its reason for a model that is only visible, before anything in its parameters', async () => {
  const { submit } = await testService()
  const answer = await submit({ model: 'zeta-H3_933_1080p', promt: 5 })
  expectProblem(answer, 403, 'model-unavailable')
  expect(answer.body.reason).toBe('brand_model_missing')
})

test.each([
  ['no body', undefined],
  ['an empty body', ''],
  ['an array', []],
  ['a string', '"model"'],
  ['null', 'null'],
  ['a number', '5'],
  ['no model', { prompt: 'x' }],
  ['an unknown model', { model: 'sd_9', prompt: 'x' }],
  ['a model that is not a string', { model: 5, prompt: 'x' }],
  ['a display name', { model: 'epsilon O3 Video Generation', prompt: 'x' }],
  ['a name of Object.prototype', { model: '__proto__', prompt: 'x' }],
  ['another one', { model: 'constructor', prompt: 'x' }],
  ['an unknown parameter', { ...video, promtp: 'x' }],
  ['a parameter called __proto__', `{"model":"beta-5.0","prompt":"x","__proto__":{"a":1}}`],
])('400 with findings for %s', async (_name, body) => {
  const { submit, call, provider } = await testService()
  const answer = await (body === undefined ? call('POST', '/tasks') : submit(body))
  expectProblem(answer, 400, 'invalid-request')
  expect(answer.body.findings).toEqual([
    expect.objectContaining({
      rule: expect.any(String),
      severity: 'error',
      message: expect.any(String),
      path: expect.any(String),
    }),
  ])
  expect(provider.submitted).toEqual([])
  expect((await call('GET', '/tasks')).body.data).toEqual([])
})

test.each([
  ['not JSON', '{"model": "beta-5.0",'],
  ['not JSON either', 'model=beta-5.0'],
  ['two values', '{} {}'],
  ['nested too deeply', `{"model":"sd_2.0_discount","tools":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
])('400 for a body that is %s, without quoting it', async (_name, body) => {
  const { submit } = await testService()
  const answer = await submit(body)
  expectProblem(answer, 400, 'bad-request')
  expect(JSON.stringify(answer.body)).not.toContain('model=')
})

test('400 for bytes that are not UTF-8', async () => {
  const { service, key } = await testService()
  const response = await fetch(`${service.baseUrl}/v2/model-center/tasks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: Buffer.from('{"model":"beta-5.0","prompt":"\xff"}', 'latin1'),
  })
  expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
    400,
    'the body is not UTF-8; send JSON encoded as UTF-8',
  ])
})

test('404 for an unknown task, another address of the API, and any other address', async () => {
  const { service, call } = await testService()
  for (const id of ['task_none', 'x', '%00', '__proto__', 'a'.repeat(400)])
    expectProblem(await call('GET', `/tasks/${id}`), 404, 'task-unknown')
  expectProblem(await call('POST', '/tasks/task_none/cancel'), 404, 'task-unknown')
  expectProblem(await call('GET', '/assets/none'), 404, 'asset-unknown')
  for (const path of ['/nothing', '/tasks/a/b/c', '/tasks/', '/Tasks'])
    expect((await call('GET', path)).status, path).toBe(404)
  const outside = await fetch(`${service.url}/nothing?signature=secret`)
  expect([outside.status, outside.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/problem+json'),
  ])
  expect(await outside.text()).not.toContain('secret')
})

test.each(['%zz', '%ff', '%e4%bd', 'a%'])(
  '400 in words of our own for the address of %s, which cannot be decoded',
  async (id) => {
    const { call } = await testService()
    const answer = await call('GET', `/tasks/${id}`)
    expectProblem(answer, 400, 'bad-request')
    expect(answer.body.detail).toMatch(/^the address cannot be read: .* encode a percent sign as %25$/)
  },
)

test.each([
  ['PUT', '/tasks', 'GET, HEAD, POST'],
  ['DELETE', '/tasks/task_1', 'GET, HEAD'],
  ['POST', '/tasks/task_1', 'GET, HEAD'],
  ['PATCH', '/models', 'GET, HEAD'],
  ['GET', '/tasks/task_1/cancel', 'POST'],
  ['POST', '/capabilities', 'GET, HEAD'],
])('405 for %s %s, with what is allowed', async (method, path, allow) => {
  const { call } = await testService()
  const answer = await call(method, path)
  expectProblem(answer, 405, 'method-not-allowed')
  expect(answer.headers.get('allow')).toBe(allow)
})

const mebibyte = 1024 * 1024
const zeta = { model: 'zeta-H3-768p', prompt: 'a paper boat' }
/** A picture as a data URI, which does not count as text, however long it is. */
const picture = (bytes: number) => `data:image/png;base64,${'iVBORw0K/+'.repeat(bytes / 10)}`

test('413 with the limit for a body that is too large', async () => {
  const { submit } = await testService()
  for (const body of [
    { ...image, prompt: 'x '.repeat(mebibyte / 2) },
    { ...zeta, reference_images: [picture(100), 'x'.repeat(mebibyte)] },
    { ...zeta, prompt: ';base64,'.repeat(mebibyte / 8) },
    `{"model":"beta-5.0","prompt":";base64,","x":[${'[],'.repeat(mebibyte / 3)}[]]}`,
  ]) {
    const answer = await submit(body)
    expectProblem(answer, 413, 'body-too-large')
    expect(answer.body.detail).toContain('1 MiB')
  }
  const larger = await submit({ ...zeta, reference_images: [picture(17_000_000)] })
  expectProblem(larger, 413, 'body-too-large')
  expect(larger.body.detail).toContain('16 MiB')
})

test('media in base64 may be larger than the rest of a request', async () => {
  const { submit } = await testService()
  const body = JSON.stringify({ ...zeta, reference_images: [picture(3 * mebibyte), picture(100)] })
  expect((await submit(body)).status).toBe(200)
  expect((await submit(body.replaceAll('/', '\\/'))).status).toBe(200)
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data; boundary=x',
  'nonsense',
])('415 for %s', async (type) => {
  const { submit } = await testService()
  expectProblem(
    await submit('{"model":"beta-5.0","prompt":"x"}', { 'content-type': type }),
    415,
    'media-type-unsupported',
  )
})

test('application/json with a charset is JSON', async () => {
  const { submit } = await testService()
  expect((await submit(image, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200)
})

test.each([
  ['limit=0'],
  ['limit=101'],
  ['limit=x'],
  ['limit=-1'],
  ['limit=1.5'],
  ['status=done'],
  ['limit=1&limit=2'],
  ['model=a&model=b'],
  ['after=zzz'],
  ['after=task_1'],
  ['after=TASK_01m7yjess48s354nwdk1dnn04r'],
])('400 for a list with %s', async (query) => {
  const { call } = await testService()
  expectProblem(await call('GET', `/tasks?${query}`), 400, 'bad-request')
})

/** Sends bytes and answers what comes back. */
async function raw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(bytes)
  return text(socket)
}

test('what is not HTTP is answered with a problem too', async () => {
  const { service } = await testService()
  expect(await raw(service.url, 'HELLO\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n(?:.+\r\n)*content-type: application\/problem\+json[;\r]/,
  )
  expect(await raw(service.url, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)).toMatch(
    /^HTTP\/1\.1 431 /,
  )
})

test('an internal error is a 500 that does not reveal its cause, and is logged', async () => {
  const errors: [string, LogDetails | undefined][] = []
  const first = await testService()
  const { id } = await first.ended((await first.submit(image)).body.id)
  await first.service.close()
  const { folder, key } = first
  const database = await openSqlite(join(folder, 'tasks.db'))
  database.exec(`UPDATE task SET submission = 'damaged secret'`)
  database.close()
  const { call } = await testService(
    { dataDirectory: folder, key },
    {
      log: {
        ...silentLog,
        error: (message, details) => {
          errors.push([message, details])
        },
      },
    },
  )
  const answer = await call('GET', `/tasks/${id}`)
  expectProblem(answer, 500, 'internal')
  expect(JSON.stringify(answer.body)).not.toMatch(/JSON|damaged/)
  expect(errors).toHaveLength(1)
  expect(errors[0]?.[1]).toMatchObject({ method: 'GET', route: '/api/v2/model-center/tasks/:id' })
})

test.each([
  ['application/json', '{"key":"x"}'],
  ['application/json', '[]'],
  ['multipart/form-data', 'key=x'],
])('a sign-in to the console with a body of type %s is one with a wrong key', async (type, body) => {
  const faults: string[] = []
  const log = { ...silentLog, error: (message: string) => void faults.push(message) }
  const { service } = await testService({ adminKey: 'an-admin-key-of-32-characters-00' }, { log })
  const headers = { 'content-type': type }
  const { status } = await fetch(`${service.url}/console/sign-in`, { method: 'POST', headers, body })
  expect([status, faults]).toEqual([403, []])
})

test('a sign-in to the console that breaks off is not an error of the service, and a large one is rejected', async () => {
  const faults: string[] = []
  const log = { ...silentLog, error: (message: string) => void faults.push(message) }
  const { service } = await testService({ adminKey: 'an-admin-key-of-32-characters-00' }, { log })
  const { port } = new URL(service.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.end('POST /console/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nkey')
  await text(socket)
  const large = await fetch(`${service.url}/console/sign-in`, { method: 'POST', body: 'x'.repeat(20_000) })
  expect([large.status, await large.text()]).toEqual([413, expect.stringContaining('16 KiB')])
  expect(faults).toEqual([])
})
