import { appendFile, cp, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startService } from '@model-tasks/service'
import { describe, expect, onTestFinished, test } from 'vitest'
import { servedDesk } from './support/served-desk.js'

const { desk, service } = await servedDesk()

const idIn = (text: string): string => /task_\w+/.exec(text)![0]

describe('run', () => {
  test('makes an image and stores it', async () => {
    const { code, out, err } = await desk.spawn([
      'run',
      'beta-5.0',
      'prompt=一只纸船',
      'aspect_ratio=16:9',
      '--out',
      'pictures/boat.png',
    ])
    expect({ code, out }).toEqual({ code: 0, out: 'pictures/boat.png\n' })
    expect(err).toMatch(/^task {4}task_\w+\ndone {4}task task_\w+, completed, .* credits?\n$/)
    expect((await readFile(join(desk.folder, 'pictures/boat.png'))).subarray(1, 4).toString()).toBe('PNG')
    expect(await readdir(join(desk.folder, 'pictures'))).toEqual(['boat.png'])
  })

  test('stores each file of a task that makes several, and stores them again', async () => {
    const request = ['run', 'beta-5.0', 'prompt=[[files: 3]] boats', '--out']
    const first = await desk.run([...request, 'several/boat.png'])
    const files = ['boat.png', 'boat-2.png', 'boat-3.png'].map((name) => `several/${name}`)
    expect(first).toMatchObject({ code: 0, out: `${files.join('\n')}\n` })
    expect(first.err).toMatch(/done {4}task task_\w+, completed, 3 files, 1 kB/)
    expect((await readdir(join(desk.folder, 'several'))).map((name) => `several/${name}`).sort()).toEqual(files.sort())
    const id = idIn(first.err)
    const again = await desk.run(['get', id, '--out', 'several/boat.png', '--force', '--json'])
    expect(again.code).toBe(0)
    expect((JSON.parse(again.out) as { files: string[] }).files).toHaveLength(3)
    const taken = await desk.run(['get', id, '--out', 'pictures/', '--json'])
    expect(await readdir(join(desk.folder, 'pictures'))).toEqual(
      expect.arrayContaining([`${id}.png`, `${id}-2.png`, `${id}-3.png`]),
    )
    expect(taken.code).toBe(0)
    const urls = await desk.run(['get', id])
    expect(urls.out.match(/^result /gm)).toHaveLength(3)
    const piped = await desk.spawn(['get', id, '--out', '-'])
    expect(piped.err).toContain(`Standard output received the first of 3 files. Store all of them with: `)
  })

  test('--json answers one object, with the file', async () => {
    const { code, out } = await desk.run(['run', 'beta-5.0', 'prompt=x', '--out', 'there/', '--json', '-q'])
    const task = JSON.parse(out)
    expect(code).toBe(0)
    expect(task).toMatchObject({
      object: 'image',
      model: 'beta-5.0',
      status: 'completed',
      file: `there/${task.id}.png`,
      bytes: (await stat(join(desk.folder, task.file))).size,
    })
  })

  test.skipIf(process.platform !== 'linux')(
    'a place that takes no folder is an error before anything is sent',
    async () => {
      const before = (await desk.run(['list', '--json'])).out
      for (const place of ['/proc/none/boat.png', '/etc/hostname/boat.png']) {
        const { code, err } = await desk.spawn(['run', 'beta-5.0', 'prompt=x', '--out', place])
        expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`--out ${place} cannot be written: `) })
      }
      expect((await desk.run(['list', '--json'])).out).toBe(before)
    },
  )

  test('without --out, prints the address of the result and how to keep it', async () => {
    const { out, err } = await desk.run(['run', 'beta-5.0', 'prompt=x'])
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\S+\n$/)
    expect(await desk.run(['run', 'beta-5.0', 'prompt=x', '--quiet'])).toMatchObject({ code: 0, err: '' })
    expect(err).toContain(`model-tasks get ${idIn(err)} --out .`)
  })

  test.skipIf(process.platform !== 'linux')('--open hands the result to the system', async () => {
    await writeFile(join(desk.folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > "${desk.folder}/opened"\n`, {
      mode: 0o755,
    })
    const { code } = await desk.spawn(['run', 'beta-5.0', 'prompt=x', '--out', 'opened.png', '--open'], {
      env: { PATH: `${desk.folder}:${desk.env.PATH}` },
    })
    expect(code).toBe(0)
    await expect.poll(() => readFile(join(desk.folder, 'opened'), 'utf8').catch(() => '')).toBe('opened.png')
    expect(await desk.spawn(['run', 'beta-5.0', 'prompt=x', '--open'], { env: { PATH: '/nowhere' } })).toMatchObject({
      code: 2,
      err: expect.stringContaining('--open requires the program xdg-open'),
    })
  })

  test('takes a body from a file and from standard input; words win over it', async () => {
    await writeFile(
      join(desk.folder, 'body.json'),
      JSON.stringify({ model: 'beta-5.0', prompt: 'from the file', watermark: true }),
    )
    const dry = async (words: string[], input?: string): Promise<unknown> =>
      JSON.parse(
        (
          await (input === undefined
            ? desk.run(['run', ...words, '--dry-run', '--json'])
            : desk.spawn(['run', ...words, '--dry-run', '--json'], { input }))
        ).out,
      ).request
    expect(await dry(['@body.json', 'watermark=false'])).toEqual({
      model: 'beta-5.0',
      prompt: 'from the file',
      watermark: false,
    })
    expect(await dry(['beta-5.0', '@-'], '{"prompt":"from standard input"}')).toEqual({
      model: 'beta-5.0',
      prompt: 'from standard input',
    })
    const { code, err } = await desk.run(['run', 'epsilonO3', '@body.json'])
    expect(code).toBe(2)
    expect(err).toContain('the command names epsilonO3 and the file names "beta-5.0"')
  })

  test('--quote asks what a task would cost and what the upstream cannot carry, and makes none', async () => {
    const before = (await desk.run(['list', '--json'])).out
    expect(await desk.run(['run', 'beta-5.0', 'prompt=x', '--quote'])).toMatchObject({
      code: 0,
      out: `beta-5.0 would cost 1 credit at ${service.baseUrl}\n`,
      err: 'Quote: no task was made.\n',
    })
    const { out } = await desk.run(['submit', 'beta-5.0', 'prompt=x', '--quote', '--json'])
    expect(JSON.parse(out)).toMatchObject({ object: 'quote', model: 'beta-5.0', amount: 1 })
    expect((await desk.run(['list', '--json'])).out).toBe(before)
    await writeFile(join(desk.folder, 'cat.png'), 'a cat')
    const withFile = ['run', 'sd_2.0_discount', 'prompt=x', 'first_image=./cat.png', '--no-validate', '--quote']
    expect(await desk.run(withFile)).toMatchObject({
      code: 2,
      err: expect.stringContaining('--quote takes no local file such as cat.png: publish it and give its URL'),
    })
    const upstream = { name: 'narrow', protocol: 'minimax', baseUrl: 'http://127.0.0.1:9', apiKey: 'key' } as const
    const limits = { models: undefined, modelIds: {}, requestsPerSecond: 1, concurrency: 1, statuses: {} }
    const narrow = await startService({
      port: 0,
      dataDirectory: join(desk.folder, 'narrow'),
      provider: 'relay',
      checkMedia: false,
      upstreams: [{ ...upstream, ...limits, pollDeadline: undefined }],
    })
    onTestFinished(() => narrow.close())
    const { code, err } = await desk.run(['run', 'sd_2.0_discount', 'prompt=x', 'resolution=720p', '--quote'], {
      env: { MODEL_TASKS_BASE_URL: narrow.baseUrl, MODEL_TASKS_API_KEY: narrow.newKey ?? '' },
    })
    expect(code).toBe(3)
    expect(err).toMatch(/resolution: MiniMax does not accept "720p"/)
  })

  test('a failed task ends with its message and the next command', async () => {
    const { code, err, out } = await desk.run(['run', 'beta-5.0', 'prompt=[[fail: invalid media type]]'])
    expect({ code, out }).toEqual({ code: 6, out: '' })
    expect(err).toContain(
      `error   task ${idIn(err)} failed: invalid media type\nnext    model-tasks get ${idIn(err)} --json\n`,
    )
  })

  test('an unavailable model', async () => {
    const { code, err } = await desk.run(['run', 'zeta-H3_933_1080p', 'prompt=x'])
    expect(code).toBe(5)
    expect(err).toContain('brand_model_missing')
    expect(err).toContain('next    model-tasks models --available')
  })

  test('--timeout leaves the task running and says how to resume it', async () => {
    const { code, err } = await desk.run([
      'run',
      'beta-5.0',
      'prompt=[[delay: 60s]]',
      '--timeout',
      '5s',
      '--out',
      'a file.png',
    ])
    expect(code).toBe(7)
    expect(err).toContain(`next    model-tasks get ${idIn(err)} --out 'a file.png'\n`)
    expect((await desk.run(['cancel', idIn(err)])).code).toBe(0)
    expect((await desk.run(['get', idIn(err), '--out', 'x.png'])).code).toBe(6)
  })

  test('--out that cannot be written is found before anything is submitted', async () => {
    await writeFile(join(desk.folder, 'a-file'), '')
    const before = (await desk.run(['list', '--remote', '--json', '--limit', '100'])).out
    const { code, err } = await desk.run(['run', 'beta-5.0', 'prompt=x', '--out', 'a-file/below.png'])
    expect(code).toBe(2)
    expect(err).toMatch(/^error {3}--out a-file\/below\.png cannot be written: /)
    expect((await desk.run(['list', '--remote', '--json', '--limit', '100'])).out).toBe(before)
  })
})

describe('submit, wait, watch, get, download, list', () => {
  test('one after the other', async () => {
    const submitted = await desk.run(['submit', 'beta-5.0', 'prompt=x'])
    expect(submitted.out).toMatch(/^task_\w+\n$/)
    const id = submitted.out.trim()
    const watched = await desk.run(['watch', id])
    expect(watched.code).toBe(0)
    expect(watched.out.trim().split('\n').at(-1)).toMatch(new RegExp(`^0:\\d\\d {2}${id} {2}completed$`))
    expect((await desk.run(['wait', id])).out).toMatch(new RegExp(`completed +${id} +beta-5\\.0`))
    expect(JSON.parse((await desk.run(['get', id, '--json'])).out)).toMatchObject({ id, status: 'completed' })
    expect((await desk.run(['get', id])).out).toMatch(
      new RegExp(
        `^task +${id}\nmodel +beta-5\\.0\nstatus +completed\ncreated +.*\ncredits +\\d+\nresult +http://\\S+\n$`,
      ),
    )
    expect((await desk.run(['download', id, '-o', 'got/{model}-{id}.{ext}'])).code).toBe(0)
    expect(await readdir(join(desk.folder, 'got'))).toEqual([`beta-5.0-${id}.png`])
    const listed = JSON.parse((await desk.run(['list', '--json'])).out)
    expect(listed[0]).toMatchObject({ id, status: 'completed', model: 'beta-5.0' })
    expect((await desk.run(['list'])).out).toMatch(
      new RegExp(
        `^SUBMITTED +STATUS +TASK +MODEL\n\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d  completed +${id} +beta-5\\.0\n`,
      ),
    )
    expect(JSON.parse((await desk.run(['list', '--remote', '--json', '--limit', '1'])).out)).toMatchObject([{ id }])
  })

  test('several at once: what became of each, and 12 when only some succeeded', async () => {
    const ids = await Promise.all(
      ['x', '[[fail: no]]'].map(async (prompt) =>
        (await desk.run(['submit', 'beta-5.0', `prompt=${prompt}`, '-q'])).out.trim(),
      ),
    )
    const { code, out } = await desk.run(['wait', ...ids, '--json'])
    expect(code).toBe(12)
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { id: ids[0], status: 'completed', exitCode: 0 },
      { id: ids[1], status: 'failed', exitCode: 6 },
    ])
    expect((await desk.run(['download', ...ids, '-o', 'one.png'])).code).toBe(2)
  })

  test('resume waits for what was left', async () => {
    const id = (await desk.run(['submit', 'beta-5.0', 'prompt=left', '-q'])).out.trim()
    const [submitted] = JSON.parse((await desk.run(['list', '--json', '--limit', '1'])).out)
    const { code, out } = await desk.run(['resume', '--out', 'resumed/'])
    expect(code).toBe(0)
    expect(out).toContain(`resumed/${id}.png`)
    const [resumed] = JSON.parse((await desk.run(['list', '--json', '--limit', '1'])).out)
    expect(resumed).toEqual({ ...submitted, status: 'completed' })
    expect((await desk.run(['resume'])).err).toBe('Nothing is left to resume.\n')
  })

  test('a journal with lines of another version is reported, and read as far as it can be', async () => {
    const journal = join(desk.folder, 'newer.jsonl')
    const env = { MODEL_TASKS_JOURNAL: journal }
    const id = (await desk.run(['submit', 'beta-5.0', 'prompt=newer', '-q'], { env })).out.trim()
    await appendFile(journal, '\n{"event":"teleported","key":"k"}\n')
    const { code, out, err } = await desk.run(['list'], { env })
    expect(code).toBe(0)
    expect(out).toContain(id)
    expect(err).toMatch(/^advice {2}the journal .* has 1 unreadable line \(\d\): tasks may be missing from it\n$/)
  })

  test('unknown ids', async () => {
    for (const command of ['get', 'wait', 'download', 'cancel']) {
      const { code, err } = await desk.run([command, 'no-such-task'])
      expect(code).toBe(10)
      expect(err).toContain('404')
      expect(err).toContain('next    model-tasks list\n')
    }
  })
})

describe('batch', () => {
  const lines = (...requests: object[]): string => requests.map((request) => `${JSON.stringify(request)}\n`).join('')

  test('runs a file of requests and stores the results', async () => {
    await writeFile(
      join(desk.folder, 'requests.jsonl'),
      lines(
        { model: 'beta-5.0', prompt: 'one' },
        { model: 'beta-5.0', prompt: '[[fail: no]]' },
        { model: 'beta-5.0', prompt: 'three' },
      ),
    )
    const { code, out, err } = await desk.run([
      'batch',
      'requests.jsonl',
      '--out',
      'batch/',
      '--concurrency',
      '2',
      '--json',
    ])
    expect(code).toBe(12)
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).status),
    ).toEqual(['completed', 'failed', 'completed'])
    expect(await readdir(join(desk.folder, 'batch'))).toHaveLength(2)
    expect(err).toBe('')
  })

  test('one wrong line and nothing is sent', async () => {
    const { code, err } = await desk.run(['batch', '-'], {
      input: lines({ model: 'beta-5.0', prompt: 'fine' }, { model: 'beta-5.0', prompt: 'x', resolution: '2k' }),
    })
    expect(code).toBe(3)
    expect(err).toContain('line 2: resolution: "2k" is not offered by beta-5.0; use 2K, 3K or 4K (did you mean "2K"?)')
    const several = await desk.run(['batch', '-', '--json'], {
      input: lines(
        { model: 'beta-5.0' },
        { model: 'sd_2.0_discount', prompt: 5 },
        { model: 'beta-5.0' },
        { model: 'beta-5' },
        { model: 'nope' },
      ),
    })
    expect(several.code).toBe(3)
    expect(JSON.parse(several.out).error).toMatchObject({
      message: expect.stringMatching(
        /^the batch standard input is invalid, nothing was sent: line 1: prompt: is required; .* \(and 4 more mistakes\)$/,
      ),
      next: ['model-tasks models show beta-5.0', 'model-tasks models show sd_2.0_discount', 'model-tasks models'],
    })
    expect((await desk.run(['batch', '-'], { input: '{"model": "beta-5.0",\n' })).err).toContain('line 1: is not JSON')
    expect((await desk.run(['batch', 'none.jsonl'])).code).toBe(2)
  })
})

describe('keys and addresses', () => {
  test('a wrong key', async () => {
    const { code, err } = await desk.run(['get', 'x'], {
      env: { MODEL_TASKS_BASE_URL: service.baseUrl, MODEL_TASKS_API_KEY: 'wrong' },
    })
    expect(code).toBe(4)
    expect(err).toContain(
      `next    unset MODEL_TASKS_API_KEY; model-tasks config set work --base-url ${service.baseUrl}\n`,
    )
    expect(err).not.toContain('Bearer')
  })

  test('profiles: only the owner reads them, and a key never goes to another address', async () => {
    const { apiKey } = JSON.parse(await readFile(join(desk.folder, 'data/local-credentials.json'), 'utf8'))
    await cp(join(desk.folder, 'data'), join(desk.folder, 'elsewhere'), {
      recursive: true,
      filter: (path) => path.endsWith('elsewhere') || path.endsWith('data'),
    })
    const env = { MODEL_TASKS_DATA: 'elsewhere' }
    expect((await desk.run(['get', 'x'], { env })).err).toContain('no service is set')
    expect(
      (await desk.run(['config', 'set', 'work', '--base-url', service.baseUrl], { env, input: `${apiKey}\n` })).code,
    ).toBe(0)
    expect((await stat(join(desk.folder, 'config/model-tasks/config.json'))).mode & 0o777).toBe(0o600)
    expect((await desk.run(['run', 'beta-5.0', 'prompt=x', '--profile', 'work'], { env })).code).toBe(0)
    expect((await desk.run(['list', '--remote'], { env })).code).toBe(0)
    const shown = await desk.run(['config', 'show'], { env })
    expect(shown.out).toContain(`* `)
    expect(shown.out).not.toContain(apiKey)
    expect((await desk.run(['get', 'x', '--base-url', 'http://127.0.0.1:9/api'], { env })).err).toContain(
      'there is no API key for http://127.0.0.1:9/api',
    )
    expect((await desk.run(['get', 'x', '--profile', 'home'], { env })).err).toContain('there is no profile home')
    expect((await desk.run(['config', 'remove', 'work'], { env })).code).toBe(0)
    expect((await desk.run(['get', 'x'], { env })).code).toBe(2)
  })

  test('a key without an address is not guessed about', async () => {
    const { code, err } = await desk.run(['get', 'x'], { env: { MODEL_TASKS_API_KEY: 'a-key' } })
    expect(code).toBe(2)
    expect(err).toContain('MODEL_TASKS_API_KEY is set without MODEL_TASKS_BASE_URL')
  })
})
