import { describe, expect, test } from 'vitest'
import { servedDesk } from './support/served-desk.js'

const { desk, service } = await servedDesk()

const idIn = (text: string): string => /task_\w+/.exec(text)![0]

describe('account', () => {
  test.each(['account', 'auth status', 'balance', 'whoami'])('%s shows whose key commands use', async (words) => {
    const { code, out } = await desk.run(words.split(' '))
    expect(code).toBe(0)
    expect(out).toMatch(
      /^Service {2}http:\S+ \(from \S*data\/local-credentials\.json\)\nAccount {2}Local account \(local@\w+\)\n/,
    )
    expect(out).toMatch(
      /\nCredits {2}not counted for this account\nKey {6}\S.* \(key_\w+\); may read, submit, assets\n$/,
    )
  })

  test('as JSON it is what the service answers; a wrong key exits with 4', async () => {
    const { out } = await desk.run(['account', '--json'])
    expect(JSON.parse(out)).toMatchObject({
      object: 'account',
      baseUrl: service.baseUrl,
      key: { scopes: ['read', 'submit', 'assets'] },
    })
    const env = { MODEL_TASKS_BASE_URL: service.baseUrl, MODEL_TASKS_API_KEY: 'mt-wrong' }
    expect((await desk.run(['account'], { env })).code).toBe(4)
  })
})

describe('list', () => {
  test('is filtered by status and model, from the journal and from the service', async () => {
    await desk.run(['run', 'beta-5.0', 'prompt=to be listed'])
    const done = idIn((await desk.run(['run', 'beta-5.0', 'prompt=to be listed as well'])).err)
    const rows = async (...words: string[]) =>
      JSON.parse((await desk.run(['list', '--json', ...words])).out) as { id: string; status: string; model: string }[]
    for (const place of [[], ['--remote']]) {
      const completed = await rows('--status', 'completed', ...place)
      expect(completed.map(({ id }) => id)).toContain(done)
      expect(new Set(completed.map(({ status }) => status))).toEqual(new Set(['completed']))
      expect((await rows('--status', 'failed', ...place)).map(({ id }) => id)).not.toContain(done)
      expect((await rows('--model', 'beta-5.0', ...place)).map(({ id }) => id)).toContain(done)
      expect(await rows('--model', 'sd_2.5_discount', ...place)).toEqual([])
    }
    expect((await rows('--remote', '--limit', '1')).length).toBe(1)
    expect((await rows('--remote', '--limit', '500')).length).toBeGreaterThan(1)
    expect(await desk.run(['list', '--status', 'queued'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--status queued is known to the service alone; add --remote'),
    })
    expect(await desk.run(['list', '--status', 'unknown', '--remote'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--status unknown is known to the journal alone; leave out --remote'),
    })
  })
})

test.each([
  ['/', '/api'],
  ['/api/v2/model-center', '/api'],
])('a submit below %s is told the base URL that is probably meant', async (path, meant) => {
  const origin = new URL(service.baseUrl).origin
  const env = { MODEL_TASKS_BASE_URL: `${origin}${path}`, MODEL_TASKS_API_KEY: 'mt-any' }
  const { code, err } = await desk.run(['submit', 'beta-5.0', 'prompt=x'], { env })
  expect(code).toBe(10)
  expect(err).toContain(`the base URL is probably wrong; perhaps it is ${origin}${meant}; no task was created`)
})

test('a model may be written like a parameter, as the message about --model says', async () => {
  const advised = await desk.run(['run', '--model', 'beta-5.0', 'prompt=x'])
  expect(advised.err).toContain('next    model-tasks run model=beta-5.0 prompt=x\n')
  expect((await desk.run(['run', 'model=beta-5.0', 'prompt=x', '--quiet'])).code).toBe(0)
})
