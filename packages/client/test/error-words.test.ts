/** What errors of answers say, and advise. */
import { describe, expect, it } from 'vitest'
import { ModelTasks, type ModelTasksError } from '../src/index.js'

const baseUrl = 'http://service.example/api'
const apiKey = 'a-secret-key'

/** The error of a call that is answered so. */
async function errorOf(
  call: 'query' | 'submit',
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): Promise<ModelTasksError & { findings?: unknown }> {
  const fetch = (): Promise<Response> =>
    Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status, headers }))
  const client = new ModelTasks({ baseUrl, apiKey, fetch, retries: 0, logger: {} })
  const answered = call === 'query' ? client.query('t1') : client.submit('sd_2.0_discount', { prompt: 'A boat' })
  return answered.then(
    () => expect.fail('it was accepted'),
    (error: ModelTasksError) => error,
  )
}

const keyHint = `Check the API key for ${baseUrl}`

describe('the hint of an answer', () => {
  it.each([
    ['query', 401, keyHint],
    ['query', 403, keyHint],
    ['submit', 401, keyHint],
    ['submit', 403, keyHint],
    ['query', 404, `Check the task ID, and whether ${baseUrl} has it`],
    ['submit', 404, `Correct the base URL: there is no ${baseUrl}/v2/model-center/tasks`],
    ['query', 302, 'Correct the base URL: redirects are not followed, to protect the API key'],
    ['query', 400, undefined],
    ['query', 410, undefined],
    ['submit', 422, undefined],
    ['submit', 500, 'The task may exist: look for it before submitting again'],
  ] as const)('%s %i', async (call, status, hint) => {
    const error = await errorOf(call, status, { title: 'No' })
    expect(error).toMatchObject({ status })
    expect(error.hint).toBe(hint)
    expect(error.message).toContain(`the service answered ${status} (No)`)
    if (hint !== undefined) expect(error.message).toContain(`. ${hint}`)
  })
})

describe('too many requests', () => {
  it.each([
    [undefined, undefined, undefined],
    ['9', 9000, undefined],
    ['300', 300_000, undefined],
    ['301', 301_000, 'It asks to wait 301 s; this client waits at most 300 s'],
  ])('with Retry-After %s', async (value, retryAfter, hint) => {
    const error = await errorOf('query', 429, {}, value === undefined ? {} : { 'retry-after': value })
    expect(error).toMatchObject({ name: 'RateLimitError', status: 429 })
    expect(error.hint).toBe(hint)
    expect(Reflect.get(error, 'retryAfter')).toBe(retryAfter)
  })
})

describe('a reason', () => {
  it('of 403 is that of the model, and no fault of the key', async () => {
    const error = await errorOf('submit', 403, { title: 'No', reason: 'brand_model_missing' })
    expect(error).toMatchObject({ name: 'ModelUnavailableError', reason: 'brand_model_missing' })
    expect(error.message).toMatch(/the service answered 403 \(No\), reason brand_model_missing$/)
    expect(error.hint).toBeUndefined()
  })

  it('of another answer, or that is not a string, is not', async () => {
    for (const [status, reason, name] of [
      [402, 'brand_model_missing', 'ApiError'],
      [403, 5, 'AuthenticationError'],
    ] as const) {
      const error = await errorOf('submit', status, { title: 'No', reason })
      expect(error.name).toBe(name)
      expect(error.message).not.toContain('reason')
    }
  })
})

describe('findings', () => {
  const findings = [
    { rule: 'enum', severity: 'error', path: '/mode', message: 'mode: use std', source: 'x' },
    { rule: 'old', severity: 'advice', path: '/old', message: 'old: is deprecated', source: 'x' },
  ]

  it('of 400 are those of an invalid request; advice is not in the message', async () => {
    const error = await errorOf('submit', 400, { title: 'Invalid', findings })
    expect(error).toMatchObject({ name: 'RequestInvalidError', findings })
    expect(error.message).toMatch(/the service answered 400 \(Invalid\), no task was created\n- mode: use std$/)
  })

  it('of another answer, or of another form, are not', async () => {
    expect((await errorOf('submit', 422, { findings })).name).toBe('ApiError')
    for (const wrong of [[findings[0], {}], [findings[0], null], 'none', { 0: findings[0] }])
      expect((await errorOf('submit', 400, { findings: wrong })).name).toBe('ApiError')
  })
})

it('an answer that echoes the key, or what may lead to the task, is shown without the key', async () => {
  for (const [status, body] of [
    [400, { title: `unknown key ${apiKey}` }],
    [200, { data: { id: apiKey, task_id: 'paid-123' } }],
  ] as const) {
    const error = await errorOf('submit', status, body)
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain(apiKey)
    if (status === 200) expect(error.message).toContain('paid-123')
  }
})
