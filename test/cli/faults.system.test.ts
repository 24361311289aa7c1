import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { ModelTasks } from '@model-tasks/client'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commands } from '../../packages/cli/src/commands/index.js'
import { pollInterval } from '../../packages/cli/src/connection/open-connection.js'
import { readCommandLine } from '../../packages/cli/src/definition/parse.js'
import { openDesk, type Desk } from './support/cli.js'

let server: FaultServer
let desk: Desk

const quick = faults.status(200, { object: 'capabilities', extensions: [], polling: { minimumSeconds: 0.05 } })

beforeEach(async () => {
  server = await startFaultServer()
  desk = await openDesk(server)
})
afterEach(async () => {
  await server.close()
  await desk.close()
})

const words = ['run', 'sd_2.0_discount', 'prompt=A paper boat', 'duration=5']

describe('a service that misbehaves', () => {
  test('a lost answer is never sent twice: the task may exist', async () => {
    server.next('submit', faults.resetAfterAccept)
    const { code, err } = await desk.run(words)
    expect(code).toBe(8)
    expect(server.count('submit')).toBe(1)
    expect(err).toMatch(/may (have been accepted|exist)/)
    expect(err).toContain('next    model-tasks list\n  or    model-tasks resume\n')
    const listed = await desk.run(['list', '--json'])
    expect(JSON.parse(listed.out)).toMatchObject([{ status: 'unknown', model: 'sd_2.0_discount' }])
    expect(listed.err).toBe('')
    const resumed = await desk.run(['resume'])
    expect(resumed.code).toBe(8)
    expect(resumed.err).toContain('the submit of sd_2.0_discount at ')
    expect(server.count('submit')).toBe(1)
  })

  test('what cannot be resumed is given up by name, and by nothing else', async () => {
    server.next('submit', faults.resetAfterAccept)
    await desk.run(words)
    const unknown = JSON.parse((await desk.run(['list', '--json'])).out) as [{ id: string }]
    const key = unknown[0].id.slice('(key '.length, -1)
    const id = (await desk.run(['submit', ...words.slice(1), '--again'])).out.trim()

    const wrong = await desk.run(['forget', 'task_other'])
    expect({ code: wrong.code, err: wrong.err }).toEqual({
      code: 2,
      err: 'error   "task_other" is not left to resume, as a task ID or an Idempotency-Key\nnext    model-tasks list\n',
    })
    const polls = server.count('query')
    expect(await desk.run(['forget', id])).toMatchObject({ code: 0, err: `forgotten  ${id}\n` })
    const resumed = await desk.run(['resume'])
    expect(resumed.err).toContain(`next    model-tasks forget ${key}\n`)
    expect((await desk.run(['forget', key])).code).toBe(0)
    expect(await desk.run(['resume'])).toMatchObject({ code: 0, err: 'Nothing is left to resume.\n' })
    expect({ polls: server.count('query'), submits: server.count('submit') }).toEqual({ polls, submits: 2 })
    expect(JSON.parse((await desk.run(['list', '--json'])).out)).toMatchObject([{ id, status: 'forgotten' }])
  })

  test('faults while polling lose nothing', async () => {
    server.next('capabilities', quick)
    server.next('query', faults.badGatewayPage, faults.notJson, faults.resetAfterReading)
    const { code, out } = await desk.run([...words, '--out', 'clip.mp4'])
    expect({ code, out }).toEqual({ code: 0, out: 'clip.mp4\n' })
    expect(server.count('submit')).toBe(1)
  })

  test('a refusal of the service, an error of its own', async () => {
    server.next('submit', faults.status(402, { title: 'No credits' }))
    expect((await desk.run(words)).code).toBe(10)
    server.next('submit', faults.status(500))
    const { code, err } = await desk.run(words)
    expect(code).toBe(8)
    expect(err).toMatch(/may exist|may have been accepted/)
  })

  test('findings of the service are shown as our own', async () => {
    server.next(
      'submit',
      faults.status(400, {
        title: 'Invalid',
        findings: [
          {
            rule: 'asset-unavailable',
            severity: 'error',
            path: '/first_image/0',
            message: 'first_image[0]: the asset a1 is not approved',
            source: 'Asset library',
          },
        ],
      }),
    )
    const { code, err } = await desk.run(words)
    expect(code).toBe(3)
    expect(err).toContain('error   first_image[0]: the asset a1 is not approved [Asset library]\n')
  })

  test('no service there', async () => {
    await server.close()
    const { code, err } = await desk.run(words)
    expect(code).toBe(9)
    expect(err).toContain(new URL(server.baseUrl).host)
    expect(err).toContain(`next    npm start at ${server.baseUrl}\n`)
    server = await startFaultServer()
  })

  test('a wrong path in the address is what a submit that is not found points at', async () => {
    server.next('submit', faults.status(404))
    const { code, err } = await desk.run(words)
    expect(code).toBe(10)
    expect(err).toContain(server.baseUrl)
    expect(err).not.toContain('baseUrl')
    expect(err).toMatch(/\nnext {4}model-tasks config list\n$/)
  })

  test('an answer that is not JSON', async () => {
    server.next('query', faults.notJson)
    expect((await desk.run(['get', 'x'])).code).toBe(9)
  })

  test('a result that is gone', async () => {
    server.next('capabilities', quick)
    server.next('result', faults.status(410), faults.status(410), faults.status(410))
    const { code, err } = await desk.run([...words, '--out', 'clip.mp4'])
    expect(code).toBe(11)
    expect(err).toMatch(/next {4}model-tasks get \S+ --out clip\.mp4\n/)
  })

  test('--json reports the error on standard output too', async () => {
    server.next('submit', faults.status(401))
    const { code, out } = await desk.run([...words, '--json'])
    expect(code).toBe(4)
    expect(JSON.parse(out)).toMatchObject({
      error: { name: 'AuthenticationError', exitCode: 4, next: [expect.stringContaining('config set')] },
    })
  })

  test('no output can move the cursor of a terminal', async () => {
    server.next('capabilities', quick)
    server.next('query', faults.taskWith({ status: 'failed', error: 'bad \u001b]0;title\u0007\u001b[2J end' }))
    const { err } = await desk.run(words)
    expect(err).toContain('end')
    expect(err).not.toMatch(/(?!\n)\p{Cc}/u)
  })

  test.each(['-rf', "$(touch x);'x", 'a\u001b[2Jb\u009b1A\nnext    rm -rf /'])(
    'an ID such as %j is printed on its line, and the command to type next takes it',
    async (id) => {
      const task = { id, object: 'video', created: 1, model: 'sd_2.0_discount', status: 'completed' }
      server.next('capabilities', quick)
      server.next('submit', faults.status(200, task))
      server.next('query', faults.status(200, task))
      const { code, err } = await desk.run([...words, '--out', 'clip.mp4'])
      expect(code).toBe(13)
      expect(err).not.toMatch(/(?!\n)\p{Cc}/u)
      expect(err.match(/^\w+ /gm)).toEqual(['task ', 'error ', 'next '])
      const [, next = ''] = /^next {4}model-tasks (.*)$/m.exec(err) ?? []
      const { stdout } = await promisify(execFile)('bash', ['-c', `printf '%s\\0' ${next}`])
      const read = readCommandLine(commands, stdout.split('\0').slice(0, -1))
      expect([read.command?.name, read.args]).toEqual(['get', [id]])
    },
  )

  test.each([3e10, 1e307])(
    'a service that may be asked every %d s is asked every five minutes',
    async (minimumSeconds) => {
      server.next(
        'capabilities',
        faults.status(200, { object: 'capabilities', extensions: [], polling: { minimumSeconds } }),
      )
      const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey })
      expect(await pollInterval({ client, signal: new AbortController().signal })).toEqual({ pollInterval: 300_000 })
    },
  )

  test('a service of the bare interface is asked every 5 to 10 seconds, not faster', async () => {
    const { code } = await desk.run([...words, '--timeout', '4s'])
    expect(code).toBe(7)
    expect(server.count('query')).toBeLessThanOrEqual(1)
  })
})

describe('nothing is sent', () => {
  test.each([
    [
      'an invalid request',
      ['run', 'sd_2.0_discount', 'prompt=x', 'duration=16'],
      3,
      'duration: 16 is too large; use 15 or less',
    ],
    [
      'an unknown model',
      ['submit', 'sd_2.0_discont', 'prompt=x'],
      3,
      'next    model-tasks models show sd_2.0_discount',
    ],
    [
      'a word that is not a parameter',
      ['run', 'beta-5.0', 'boat'],
      2,
      '"boat" is not a parameter; write "prompt=boat"',
    ],
    ['a parameter given twice', ['run', 'beta-5.0', 'prompt=a', 'prompt=b'], 2, 'prompt is given twice'],
    ['a file that is not there', ['run', 'beta-5.0', '@none.json'], 2, 'cannot read none.json'],
    ['an unknown option', ['run', 'beta-5.0', '--ou', 'x'], 2, 'next    model-tasks run --help'],
    ['a time that is not one', ['run', 'beta-5.0', '--timeout', 'soon'], 2, 'write a time such as 90, 90s or 5m'],
    ['no model', ['run'], 2, 'no model is named'],
    ['a dry run', ['run', 'beta-5.0', 'prompt=x', '--dry-run'], 0, 'Dry run: nothing was sent.'],
  ])('%s', async (_, command, expected, message) => {
    const { code, err } = await desk.run(command)
    expect(err).toContain(message)
    expect(code).toBe(expected)
    if (code !== 0) expect(err.trimEnd().split('\n').at(-1)).toMatch(/^(next|  or) {4}model-tasks /)
    expect(server.requests).toHaveLength(0)
  })
})

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s before the command has begun: no output, nothing sent',
  async (signal) => {
    const { program, words: line } = desk.command(words)
    const child = spawn(program, line, { cwd: desk.folder, env: desk.env })
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    await once(child, 'spawn')
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([null, signal])
    expect(await output).toEqual(['', ''])
    expect(server.requests).toEqual([])
  },
)

test('SIGTERM ends with 143, Ctrl-C with 130, and the task goes on', async () => {
  server.next('capabilities', quick, quick)
  server.next('query', faults.silence, faults.silence)
  const { program, words: command } = desk.command(words)
  const started = (['SIGTERM', 'SIGINT'] as const).map((signal) => {
    // The same request twice is meant.
    const child = spawn(program, [...command, '--again'], {
      cwd: desk.folder,
      env: desk.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    return { child, signal, said: text(child.stderr), gone: once(child, 'exit') }
  })
  await server.received('query', 2)
  for (const { child, signal } of started) child.kill(signal)
  expect(await Promise.all(started.map(({ gone }) => gone))).toEqual([
    [143, null],
    [130, null],
  ])
  for (const { said } of started)
    expect(await said).toMatch(/goes on at the service\nnext {4}model-tasks get \S+ --out \.\n$/)
})

/** Starts `run … --out clips/boat.mp4`, and kills it without warning once the service has a request of this kind, which gets no answer. */
async function killAt(route: 'submit' | 'query' | 'result', env: Record<string, string>): Promise<void> {
  server.next(route, faults.silence)
  const { program, words: command } = desk.command([...words, '--out', 'clips/boat.mp4'])
  const child = spawn(program, command, { cwd: desk.folder, env, stdio: 'ignore' })
  const gone = once(child, 'exit')
  await server.received(route, 1)
  child.kill('SIGKILL')
  await gone
}

describe('killed, resume stores the result where it was to go', () => {
  test('in the middle of a submit, where the service keeps keys', async () => {
    await server.close()
    server = await startFaultServer({ extensions: ['idempotency'] })
    const env = { ...desk.env, MODEL_TASKS_BASE_URL: server.baseUrl }
    await killAt('submit', env)
    const keeps = faults.status(200, {
      object: 'capabilities',
      extensions: ['idempotency'],
      polling: { minimumSeconds: 0.05 },
    })
    server.next('capabilities', keeps, keeps)
    expect((await desk.run(['resume'], { env })).code).toBe(0)
    const [first, second] = server.requests.filter(({ route }) => route === 'submit')
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect([...server.tasks.keys()]).toHaveLength(1)
    expect(await readFile(join(desk.folder, 'clips/boat.mp4'))).toEqual(server.result)
  })

  test('while the result is stored; an existing file is kept unless --force is given', async () => {
    server.next('capabilities', quick, quick, quick)
    await killAt('result', desk.env)
    const file = join(desk.folder, 'clips/boat.mp4')
    await writeFile(file, 'precious')
    const kept = await desk.run(['resume'])
    expect({ code: kept.code, content: await readFile(file, 'utf8') }).toEqual({ code: 13, content: 'precious' })
    expect(kept.err).toContain('clips/boat.mp4 exists; name another file, or give --force to replace it')
    expect(kept.err).toMatch(
      /next {4}model-tasks get \S+ --out \.\n {2}or {4}model-tasks get \S+ --out \S+clips\/boat\.mp4 --force\n/,
    )
    // From another folder: the place is known whole.
    process.chdir(tmpdir())
    const stored = await desk.run(['resume', '--force'])
    expect({ code: stored.code, out: stored.out }).toMatchObject({
      code: 0,
      out: expect.stringContaining('clips/boat.mp4'),
    })
    expect(await readFile(file)).toEqual(server.result)
    expect((await desk.run(['resume'])).err).toBe('Nothing is left to resume.\n')
    expect(server.count('submit')).toBe(1)
  })
})

test('--no-validate lets the service decide', async () => {
  server.next('capabilities', quick)
  const { code } = await desk.run(['run', 'a-new-model', 'depth:=[1,2]', 'steps=4', 'on=true', '--no-validate'])
  expect(code).toBe(0)
  expect(JSON.parse(server.requests.find(({ route }) => route === 'submit')!.body)).toEqual({
    model: 'a-new-model',
    depth: [1, 2],
    steps: 4,
    on: true,
  })
})
