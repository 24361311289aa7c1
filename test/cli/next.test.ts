import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Profiles } from '../../packages/cli/src/connection/profiles.js'
import { quoted } from '../../packages/cli/src/failure/shell.js'
import { isStartable, startCommand } from '../../packages/cli/src/invocation.js'
import { openDesk, type Desk } from './support/cli.js'

const clone = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
let server: FaultServer
let desk: Desk

const quick = faults.status(200, { object: 'capabilities', extensions: [], polling: { minimumSeconds: 0.05 } })

beforeAll(async () => {
  server = await startFaultServer()
})
afterAll(() => server.close())
// Profiles that a test sets are not there for the next one.
beforeEach(async () => {
  desk = await openDesk(server)
})
afterEach(() => desk.close())

/** The commands that are printed to type next, and the message above them. */
async function failed(words: string[], env: Record<string, string> = {}): Promise<{ message: string; next: string[] }> {
  const { err } = await desk.run(words, { env })
  const message = /^error {3}(.*)$/m.exec(err)?.[1] ?? ''
  return { message, next: [...err.matchAll(/^(?:next| {2}or) {4}(.*)$/gm)].map(([, command = '']) => command) }
}

describe('the next command after an answer', () => {
  const words = ['run', 'beta-5.0', 'prompt=A paper boat', '--out', 'boat.png']
  const again = "model-tasks run beta-5.0 'prompt=A paper boat' --out boat.png"
  const wait = 'the service answered 429 (Too many requests). Try again in 0 s'

  test.each([
    [
      faults.status(402, { detail: 'the task needs 2 credits and 0 are left' }),
      '(the task needs 2 credits and 0 are left). Add credits to the account, then run the command again',
      [again],
    ],
    [faults.status(403, { reason: 'brand_model_missing' }), '403', ['model-tasks models --available']],
    [faults.status(413), '413', ['model-tasks models show beta-5.0']],
    [faults.status(405), '405', ['model-tasks config list']],
    [faults.status(301, '', { location: '/' }), 'Correct the base URL', ['model-tasks config list']],
  ])('to a submit', async (answer, message, next) => {
    server.next('submit', answer)
    const found = await failed(words)
    expect(found.message).toContain(message)
    expect(found.next).toEqual(next)
  })

  test('to too many requests', async () => {
    server.next('submit', faults.tooManyRequests(0), faults.tooManyRequests(0), faults.tooManyRequests(0))
    expect(await failed(words)).toEqual({ message: expect.stringContaining(wait), next: [again] })
  })

  test.each([
    [faults.status(503, {}, { 'retry-after': '119' }), 'Try again in 119 s'],
    [faults.status(503, {}, { 'retry-after': '121' }), 'Try again in 3 min'],
    [faults.status(500, {}, { 'retry-after': '7201' }), 'Try again in 3 h'],
    [faults.status(502), 'Try again later'],
  ])('to a query', async (answer, message) => {
    server.next('query', answer)
    const found = await failed(['get', 'x', '--base-url', server.baseUrl])
    expect(found.message).toContain(message)
    expect(found.next).toEqual([`model-tasks get x --base-url ${server.baseUrl}`])
  })

  test('with a place of the result that begins with a dash', async () => {
    server.next('query', faults.status(502))
    const { next } = await failed(['run', 'beta-5.0', 'prompt=A boat', '--out=-boat.png', '--timeout', '1'])
    expect(next[0]).toMatch(/^model-tasks get \S+ --out=-boat\.png$/)
  })

  test('to a request that a task has outlived', async () => {
    server.next('other', faults.status(409))
    expect((await failed(['cancel', 'x'])).next).toEqual(['model-tasks get x'])
  })

  test('of a service that does not have an extension', async () => {
    expect((await failed(['assets'])).next).toEqual(['model-tasks config list'])
  })
})

test('after a result that its host has in another kind leads to the URL of the result too', async () => {
  const answer = faults.status(200, 'Gone fishing', { 'content-type': 'text/html' })
  server.next('capabilities', quick)
  server.next('result', answer)
  const { message, next } = await failed(['run', 'beta-5.0', 'prompt=A paper boat', '--out', 'fish.png'])
  expect(message).toContain('The URL of the result gives the bytes as they are')
  const [again = '', page = '', ...others] = next
  expect(again).toMatch(/^model-tasks get (\S+) --out fish\.png$/)
  expect(page).toBe(again.replace(' --out fish.png', ''))
  expect(others).toEqual([])
  const shown = await desk.run(page.split(' ').slice(1))
  expect(shown.out).toMatch(/http:\/\/\S+/)
})

describe('the next command after a wrong key', () => {
  const set = (profile: string): string => `model-tasks config set ${profile} --base-url ${server.baseUrl}`
  test('takes the wrong one out of the environment first', async () => {
    server.next('query', faults.status(401))
    expect((await failed(['get', 'x'])).next).toEqual([`unset MODEL_TASKS_API_KEY; ${set('work')}`])
  })

  test('never replaces the profile of another service', async () => {
    const other = ['config', 'set', 'work', '--base-url', 'https://tasks.example.com/api']
    await desk.run(other)
    server.next('query', faults.status(401))
    expect((await failed(['get', 'x'])).next).toEqual([`unset MODEL_TASKS_API_KEY; ${set('work-2')}`])
  })

  test('names the profile of this service, and works as it is printed', async () => {
    const env = { MODEL_TASKS_API_KEY: '', MODEL_TASKS_BASE_URL: '' }
    await desk.run(['config', 'set', 'home', '--base-url', server.baseUrl], { env, input: 'old' })
    server.next('query', faults.status(401))
    const { next } = await failed(['get', 'x', '--profile', 'home'], env)
    expect(next).toEqual([set('home')])
    expect((await desk.run((next[0] ?? '').split(' ').slice(1), { env, input: 'new' })).code).toBe(0)
    const { profiles } = JSON.parse(
      await readFile(join(desk.folder, 'config/model-tasks/config.json'), 'utf8'),
    ) as Profiles
    expect(profiles.home).toEqual({ baseUrl: server.baseUrl, apiKey: 'new' })
  })
})

test('an unknown profile leads to those that are there', async () => {
  for (const name of ['work', 'home']) await desk.run(['config', 'set', name, '--base-url', server.baseUrl])
  expect(await failed(['get', 'x', '--profile', 'nope'])).toEqual({
    message: 'there is no profile nope; there are work, home',
    next: ['model-tasks config list'],
  })
})

test('an address that cannot be right is not to be kept', async () => {
  const { message, next } = await failed(['get', 'x', '--base-url', '127.0.0.1:9/api'], { MODEL_TASKS_API_KEY: '' })
  expect(message).toContain('did you mean http://127.0.0.1:9/api?')
  expect(next).toEqual(['model-tasks config list'])
})

test('the service that a command names is named once in the next', async () => {
  await writeFile(join(desk.folder, 'lines.jsonl'), '{"model":"beta-5.0","prompt":"x"}\n')
  await desk.run(['config', 'set', 'here', '--base-url', server.baseUrl])
  server.next('submit', faults.status(402))
  expect((await failed(['batch', 'lines.jsonl', '--profile=here'])).next).toEqual([
    'model-tasks batch lines.jsonl --profile=here',
  ])
  server.next('query', faults.status(404))
  expect((await failed(['get', 'x', '--profile', 'here'])).next).toEqual(['model-tasks list --profile here'])
})

test('what was to go to standard output goes to a file', async () => {
  server.next('capabilities', quick)
  server.next('result', faults.status(410), faults.status(410), faults.status(410))
  expect((await failed(['run', 'beta-5.0', 'prompt=x', '--out', '-'])).next[0]).toMatch(
    /^model-tasks get \S+ --out \.$/,
  )
})

describe('the command that starts a service', () => {
  const script = join(clone, 'packages/cli/bin/model-tasks.js')
  const inClone = { script, cwd: clone, env: {} }

  test.each([
    ['http://127.0.0.1:8787/api', {}, 'npm start'],
    ['http://localhost:8787/api/', {}, 'npm start'],
    ['http://127.0.0.1:9000/api', {}, 'MODEL_TASKS_PORT=9000 npm start'],
    ['http://127.0.0.1/api', {}, 'MODEL_TASKS_PORT=80 npm start'],
    ['http://[::1]:9000/api', {}, 'MODEL_TASKS_HOST=::1 MODEL_TASKS_PORT=9000 npm start'],
    ['http://127.0.0.1:9000/api', { MODEL_TASKS_PORT: '9000' }, 'npm start'],
    ['http://127.0.0.1:8787/api', { MODEL_TASKS_PORT: '9000' }, 'MODEL_TASKS_PORT=8787 npm start'],
  ])('for %s', (baseUrl, env, command) => {
    expect(isStartable(baseUrl)).toBe(true)
    expect(startCommand({ ...inClone, env }, { baseUrl })).toBe(command)
  })

  test.each(['https://127.0.0.1:8787/api', 'http://127.0.0.1:8787', 'http://tasks.example.com/api', 'nowhere'])(
    'is not printed for %s, where none could be',
    (baseUrl) => {
      expect(isStartable(baseUrl)).toBe(false)
    },
  )

  test('leaves its key where commands look for it', async () => {
    await mkdir(join(desk.folder, 'with space'))
    const cwd = join(desk.folder, 'with space')
    const elsewhere = { script, cwd, env: {} }
    expect(startCommand(elsewhere, { beside: true })).toBe(
      `MODEL_TASKS_DATA='${join(cwd, 'data')}' npm start --prefix ${quoted(clone)}`,
    )
    expect(startCommand(elsewhere, {})).toBe(`npm start --prefix ${quoted(clone)}`)
    const named = { ...elsewhere, env: { MODEL_TASKS_DATA: join(cwd, 'd') } }
    expect(startCommand(named, { beside: true })).toBe(`npm start --prefix ${quoted(clone)}`)
    expect(startCommand(inClone, { beside: true })).toBe('npm start')
  })
})
