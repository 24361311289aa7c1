import { execFile, spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, open, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { faults, startFaultServer, type FaultServer } from '@model-tasks/client/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDesk, type Desk, type Ended } from './support/cli.js'

let server: FaultServer
let desk: Desk

const quick = faults.status(200, { object: 'capabilities', extensions: [], polling: { minimumSeconds: 0.05 } })
const run = ['run', 'sd_2.0_discount', 'prompt=A paper boat', 'duration=5']

beforeEach(async () => {
  server = await startFaultServer()
  desk = await openDesk(server)
  server.next('capabilities', quick)
})
afterEach(async () => {
  await server.close()
  await desk.close()
})

describe('a destination that cannot take the result is found before anything is paid for', () => {
  test.skipIf(process.platform !== 'linux')(
    'a folder that takes no file, a device, a name that is too long',
    async () => {
      for (const place of ['/proc/x.mp4', '/dev/null', `${'x'.repeat(300)}.mp4`]) {
        const { code, err } = await desk.spawn([...run, '--out', place])
        expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`--out ${place} `) })
      }
      expect(server.count('submit')).toBe(0)
      expect((await stat('/dev/null')).isCharacterDevice()).toBe(true)
    },
  )

  test('an existing file, unless --force is given', async () => {
    await writeFile(join(desk.folder, 'clip.mp4'), 'precious')
    const { code, err } = await desk.spawn([...run, '--out', 'clip.mp4'])
    expect(code).toBe(2)
    expect(err).toContain('--out clip.mp4 exists; name another file, or give --force to replace it')
    expect(await readFile(join(desk.folder, 'clip.mp4'), 'utf8')).toBe('precious')
    expect(server.count('submit')).toBe(0)
    server.next('capabilities', quick)
    expect((await desk.run([...run, '--out', 'clip.mp4', '--force'])).code).toBe(0)
    expect(await readFile(join(desk.folder, 'clip.mp4'))).toEqual(server.result)
  })

  test('nothing but the result is left in its folder', async () => {
    const { code, err } = await desk.run([...run, '--out', 'clips/'])
    expect({ code, err }).toEqual({ code: 0, err: expect.any(String) as string })
    expect(await readdir(join(desk.folder, 'clips'))).toEqual([expect.stringMatching(/\.mp4$/)])
  })
})

test('an extension that does not fit is reported before and after', async () => {
  const { code, err } = await desk.run([...run, '--out', 'boat.png'])
  expect(code).toBe(0)
  expect(err).toContain(
    'advice  --out boat.png: .png is the extension of an image, and sd_2.0_discount makes a video\n',
  )
  expect(err).toContain('advice  boat.png contains video/mp4; its extension is .png, the usual one is .mp4\n')
})

describe('--out -', () => {
  test('writes the bytes of the result and nothing else to standard output', async () => {
    const { program, words } = desk.command([...run, '--out', '-'])
    const child = spawn(program, words, { cwd: desk.folder, env: desk.env })
    const [out, err] = await Promise.all([buffer(child.stdout), text(child.stderr)])
    expect(out).toEqual(server.result)
    expect(err).toMatch(/^task .*\ndone .*\n$/)
  })

  test('a reader that goes away: completed, not stored', async () => {
    await server.close()
    server = await startFaultServer({ result: { bytes: Buffer.alloc(4_000_000) } })
    server.next('capabilities', quick)
    const { program, words } = desk.command([...run, '--out', '-'])
    const child = spawn(program, words, {
      cwd: desk.folder,
      env: { ...desk.env, MODEL_TASKS_BASE_URL: server.baseUrl },
    })
    child.stdout.destroy()
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(13)
    expect(err).toMatch(
      /error {3}task \S+ is completed, and its result is not stored: .*EPIPE\nnext .* get \S+ --out \.\n$/,
    )
  })

  test('is one result, and no JSON', async () => {
    expect(await desk.run(['download', 'a', 'b', '--out', '-'])).toMatchObject({ code: 2 })
    expect((await desk.run([...run, '--out', '-', '--json'])).err).toContain('both write to standard output')
  })
})

describe('the exit code says which milestone was reached', () => {
  test('accepted: the key is revoked while the task runs', async () => {
    server.next('query', faults.status(401), faults.status(401), faults.status(401))
    const { code, out, err } = await desk.run([...run, '--out', 'clip.mp4', '--json'])
    expect(code).toBe(14)
    const { error } = JSON.parse(out)
    expect(error).toMatchObject({ exitCode: 14, reached: 'accepted', taskId: [...server.tasks.keys()][0] })
    expect(err).toContain(`next    model-tasks get ${error.taskId} --out clip.mp4\n`)
  })

  test('completed: the result is there, and storing it fails', async () => {
    const again = await desk.run([...run, '--out', 'clips/{id}/clip.mp4'].map((word) => word))
    expect(again.code).toBe(0)
    server.next('capabilities', quick)
    server.next('result', ...Array.from({ length: 9 }, () => faults.status(403)))
    const { code, out } = await desk.run([...run, '--out', 'other.mp4', '--json'])
    expect(code).toBe(11)
    expect(JSON.parse(out).error).toMatchObject({ reached: 'completed' })
  })

  test('stored: the service is away for 25 s when its result is asked for', { timeout: 300_000 }, async () => {
    server.next('result', ...Array.from({ length: 6 }, () => faults.status(503)))
    const { code, err } = await desk.run([...run, '--out', 'clip.mp4'])
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('advice  still trying after 4 failed') })
    expect(await readFile(join(desk.folder, 'clip.mp4'))).toEqual(server.result)
  })

  test('stored: the file cannot be opened', async () => {
    await writeFile(join(desk.folder, 'xdg-open'), '#!/nowhere\n', { mode: 0o755 })
    const env = { PATH: desk.folder }
    const { code, out, err } = await desk.spawn([...run, '--out', 'clip.mp4', '--open'], { env })
    expect({ code, out }).toEqual({ code: process.platform === 'linux' ? 16 : 0, out: 'clip.mp4\n' })
    expect(err).toContain('clip.mp4 cannot be opened with xdg-open')
  })

  test('nothing: a submit that ran out of time before it was sent', async () => {
    await server.close()
    server = await startFaultServer()
    server.next('capabilities', faults.silence)
    const { code, err } = await desk.run([...run, '--timeout', '0s'], { env: { MODEL_TASKS_BASE_URL: server.baseUrl } })
    expect({ code, submits: server.count('submit') }).toEqual({ code: 15, submits: 0 })
    expect(err).toContain('--timeout ran out; no task was accepted')
  })
})

describe.skipIf(process.platform !== 'linux')('output that cannot be written', () => {
  const into = async (stdio: StdioOptions, words = [...run, '--out', 'clip.mp4']): Promise<Ended> => {
    const { program, words: all } = desk.command(words)
    const child = spawn(program, all, { cwd: desk.folder, env: desk.env, stdio })
    for (const stream of [child.stdout, child.stderr]) if (stdio === 'pipe') stream?.destroy()
    const [out, err, [code]] = await Promise.all([
      child.stdout ? text(child.stdout).catch(() => '') : '',
      child.stderr ? text(child.stderr).catch(() => '') : '',
      once(child, 'exit') as Promise<[number]>,
    ])
    return { code, out, err }
  }

  test('standard error that is full, or that is not read, ends no task', async () => {
    const full = await open('/dev/full', 'w')
    expect(await into(['ignore', 'pipe', full.fd])).toMatchObject({ code: 0, out: 'clip.mp4\n' })
    await rm(join(desk.folder, 'clip.mp4'))
    server.next('capabilities', quick)
    expect(await into('pipe')).toMatchObject({ code: 0 })
    expect(await readFile(join(desk.folder, 'clip.mp4'))).toEqual(server.result)
    await full.close()
  })

  test('standard output that is full is reported once everything is done, with the task', async () => {
    const full = await open('/dev/full', 'w')
    const { code, err } = await into(['ignore', full.fd, 'pipe'])
    expect(code).toBe(1)
    const [id = ''] = server.tasks.keys()
    expect(err).toMatch(/^error {3}standard output cannot be written: ENOSPC/m)
    expect(err).toContain(`\nnext    model-tasks get ${id}\n`)
    expect(await readFile(join(desk.folder, 'clip.mp4'))).toEqual(server.result)
    await full.close()
  })
})

test('what is not text is not sent as a prompt', async () => {
  await writeFile(join(desk.folder, 'cat.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
  const words = ['submit', 'sd_2.0_discount', 'prompt=@cat.jpg', 'duration=5']
  expect(await desk.run(words)).toMatchObject({ code: 2, err: expect.stringContaining('cat.jpg is not UTF-8 text\n') })
  expect((await desk.run(['batch', 'cat.jpg'])).err).toContain('cat.jpg is not UTF-8 text\n')
  expect(server.count('submit')).toBe(0)
})

test('a full disk after the task is completed: 13, and the command that stores the result', async () => {
  const blocked = join(desk.folder, 'clips')
  server.next('query', async (exchange) => {
    // A file takes the place of the folder while the task runs.
    await rm(blocked, { recursive: true })
    await writeFile(blocked, '')
    exchange.answer(200, {}, (await exchange.accept()) ?? {})
  })
  const { code, out, err } = await desk.run([...run, '--out', 'clips/boat.mp4', '--json'])
  expect(code).toBe(13)
  const { error } = JSON.parse(out)
  expect(error).toMatchObject({ reached: 'completed', exitCode: 13 })
  expect(err).toContain(`next    model-tasks get ${error.taskId} --out clips/boat.mp4\n`)
})

test('a disk that is really full: 13, and the printed command stores the result once there is room', async ({
  skip,
}) => {
  const disk = join(desk.folder, 'disk')
  await mkdir(disk)
  const mounted = await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]).then(
    () => true,
    () => false,
  )
  if (!mounted) {
    console.log('skipped: a disk of a given size can only be mounted by root')
    return skip()
  }
  try {
    const ballast = join(disk, 'ballast')
    server.next('query', async (exchange) => {
      // While the task runs, something else fills the disk: less is left than the result needs.
      await writeFile(ballast, Buffer.alloc(2 * 2 ** 20 - 49_152))
      exchange.answer(200, {}, (await exchange.accept()) ?? {})
    })
    const { code, out, err } = await desk.run([...run, '--out', 'disk/boat.mp4', '--json'])
    expect({ code, error: JSON.parse(out).error }, out).toMatchObject({
      code: 13,
      error: { reached: 'completed', code: 'disk-full' },
    })
    const [, next = ''] = /^next {4}model-tasks (.*)$/m.exec(err) ?? []
    await rm(ballast)
    expect((await desk.run(next.split(' '))).code).toBe(0)
    expect(await readdir(disk)).toEqual(['boat.mp4'])
    expect((await stat(join(disk, 'boat.mp4'))).size).toBe(server.result.length)
    expect(server.count('submit')).toBe(1)
  } finally {
    await promisify(execFile)('umount', [disk])
  }
})

test('--debug prints requests and answers, and no secret', async () => {
  const { err } = await desk.run([...run, 'seed=7', '--out', 'clip.mp4', '--debug'])
  expect(err).toMatch(/debug {3}> POST http:\S+\/v2\/model-center\/tasks\n/)
  expect(err).toMatch(/debug {3}< 200 POST http:\S+\/v2\/model-center\/tasks in \d+ ms\n/)
  expect(err).toMatch(/debug {3}> GET http:\S+\/files\/\S+\?…\n/)
  expect(err).not.toMatch(/test-key|signature=|secret|A paper boat/)
})

test('what is printed to type next names the service that was named', async () => {
  const { err } = await desk.run([...run, '--base-url', server.baseUrl, '--timeout', '1ms'], {
    env: { MODEL_TASKS_BASE_URL: 'http://127.0.0.1:9/api' },
  })
  if (server.count('submit') > 0) expect(err).toContain(`--base-url ${server.baseUrl}\n`)
  server.next('query', faults.status(404))
  const missing = await desk.run(['get', 'no-such-task', '--base-url', server.baseUrl])
  expect(missing.err).toContain(`next    model-tasks list --base-url ${server.baseUrl}\n`)
})

describe('what was probably meant', () => {
  test.each([
    [
      ['run', 'sd_2.0_discount', 'prompt=x', '--duration', '5'],
      'next    model-tasks run sd_2.0_discount prompt=x duration=5\n',
    ],
    [
      ['run', 'sd_2.0_discount', 'prompt=x', '--aspect-ratio=16:9'],
      'next    model-tasks run sd_2.0_discount prompt=x aspect_ratio=16:9\n',
    ],
    [
      ['run', 'sd_2.0_discount', 'A paper boat', '--out', 'b.mp4'],
      "next    model-tasks run sd_2.0_discount 'prompt=A paper boat' --out b.mp4\n",
    ],
    [['run', 'sd_2.0_discount', 'prompt=x', 'duration=5s'], 'did you mean 5?'],
    [
      [...run, '--out', '-x.mp4'],
      'error   --out requires a value: --out <file>; one that begins with a dash is written --out=-x.mp4\n',
    ],
    [['models', '--kind', 'foo'], '"foo" is not one of its values; use video, image, audio or mesh'],
    [['modles'], 'did you mean models?'],
    [['config', 'sit'], '"sit" is not a subcommand of config; use set, use, list, remove'],
    [['run', 'beta-5.0', 'prompt=x', '--ouut', 'x'], 'did you mean --out?'],
    [['models', 'show', 'sd_2.0'], 'did you mean sd_2.0_discount?'],
    [['run', 'sd_2.0', 'prompt=x'], 'next    model-tasks models show sd_2.0_discount\n'],
  ])('%j', async (words, expected) => {
    const { code, err } = await desk.run(words)
    expect([2, 3]).toContain(code)
    expect(err).toContain(expected)
    expect(server.count('submit')).toBe(0)
  })
})
