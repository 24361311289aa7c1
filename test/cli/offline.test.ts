import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../packages/validation/test/bodies.js'
import { openDesk, type Desk } from './support/cli.js'

let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

describe('models', () => {
  test('lists every model; --json is the catalogue', async () => {
    const { code, out } = await desk.run(['models'])
    expect(code).toBe(0)
    for (const { id } of catalogue.models) expect(out).toMatch(new RegExp(`^${id.replaceAll('.', '\\.')} `, 'm'))
    expect(
      JSON.parse((await desk.run(['models', '--json', '--kind', 'image'])).out).map(({ id }: { id: string }) => id),
    ).toEqual(['beta_5.0Pro', 'beta-5.0'])
    expect((await desk.run(['models', '--available'])).out).not.toContain('zeta-H3_933_1080p')
    expect(await desk.run(['models', '--kind', 'mesh', '--available'])).toEqual({
      code: 0,
      out: '',
      err: 'The catalogue has no mesh model that can be invoked.\n',
    })
  })

  test('show prints everything the catalogue states', async () => {
    const { out } = await desk.run(['models', 'show', 'sd_2.0_discount'])
    expect(out).toMatch(/^duration +integer +required +4 to 15 s +5$/m)
    for (const fact of [
      'at most 500 Chinese characters',
      'jpeg, png, webp, bmp, tiff, gif, heic or heif',
      'each file less than 30 MB',
      'width / height more than 0.4 and less than 2.5',
      'frame rate at least 24 fps and at most 60 fps',
      'frames and references cannot be combined',
    ])
      expect(out).toContain(fact)
    expect((await desk.run(['models', 'show', 'zeta-H3-768p'])).out).toContain(
      '@图片1 to @图片9 refer to reference_images',
    )
    expect(out).toContain(
      "model-tasks run sd_2.0_discount 'prompt=A paper boat drifts down a rainy street at dusk' duration=5 --out clip.mp4",
    )
  })

  test.each([
    ['rnu', 'run'],
    ['ls', 'list'],
    ['login', 'config set'],
    ['credits', 'account'],
    ['upload', 'assets upload'],
    ['Stop', 'cancel'],
  ])('%s is answered with %s, and what is said next works', async (word, command) => {
    const { code, err } = await desk.run([word])
    expect({ code, err }).toEqual({
      code: 2,
      err: `error   "${word}" is not a command; did you mean ${command}?\nnext    model-tasks ${command} --help\n`,
    })
    expect((await desk.run([...command.split(' '), '--help'])).code).toBe(0)
  })

  test.each([[['tasks', '--limit', '3']], [['--status', 'completed', 'tasks']], [['tasks', 'list', '--json']]])(
    'a word that names no command is named, whichever command its options are of: %j',
    async (words) => {
      const { code, err } = await desk.run(words)
      expect({ code, err }).toEqual({
        code: 2,
        err: 'error   "tasks" is not a command; did you mean list?\nnext    model-tasks list --help\n',
      })
    },
  )

  test('an option of no command is named, beside a word that names none too', async () => {
    expect((await desk.run(['tasks', '--limt', '3'])).err).toMatch(
      /^error {3}--limt is not an option; did you mean --limit\?/,
    )
    expect((await desk.run(['--limit', '3'])).err).toMatch(/^error {3}--limit is not an option/)
  })

  test('an unknown model names the nearest', async () => {
    const { code, err } = await desk.run(['models', 'show', 'beta-5'])
    expect(code).toBe(2)
    expect(err).toBe(
      'error   "beta-5" is not a Model ID; did you mean beta-5.0?\nnext    model-tasks models show beta-5.0\n',
    )
  })

  test('help of run shows the parameters of a model that is named', async () => {
    const { code, out } = await desk.spawn(['run', 'beta-5.0', '--help'])
    expect(code).toBe(0)
    expect(out).toMatch(/Parameters of beta-5\.0\nPARAMETER .*\nprompt .*\n/)
    expect((await desk.run(['--help'])).out).toMatch(/Exit codes\n {4}0 {2}everything that was asked for is done\n/)
    expect((await desk.run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('check', () => {
  test('valid, advised against, invalid', async () => {
    expect(await desk.run(['check', 'beta-5.0', 'prompt=x'])).toEqual({
      code: 0,
      out: 'valid   beta-5.0 accepts this request\n',
      err: '',
    })
    expect(await desk.run(['check', 'epsilonO3', 'prompt=x', 'first_image=https://example.com/a.png'])).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^advice {2}/),
    })
    const { code, err } = await desk.spawn(['check', 'sd_2.0_discount', 'prompt=x', 'duration=5.5', 'resolution=720P'])
    expect(code).toBe(3)
    expect(err).toBe(
      [
        'error   duration: must be an integer, not 5.5 (did you mean 6?) [sd_2.0_discount, duration]',
        'error   resolution: "720P" is not offered by sd_2.0_discount; use 480p, 720p or 1080p (did you mean "720p"?) [sd_2.0_discount, resolution]',
        'next    model-tasks models show sd_2.0_discount\n',
      ].join('\n'),
    )
    expect(JSON.parse((await desk.run(['check', 'beta-5.0', '--json'])).out)).toMatchObject({
      ok: false,
      findings: [{ rule: 'required', path: '/prompt' }],
    })
  })

  test('an address is not taken as the name of a profile, and what is said next keeps it', async () => {
    const { code, err } = await desk.run(['config', 'set', 'https://tasks.example/api'])
    expect({ code, err }).toEqual({
      code: 2,
      err: 'error   "https://tasks.example/api" is an address; give the profile a name, and the address with --base-url\nnext    model-tasks config set work --base-url https://tasks.example/api\n',
    })
  })

  test('--as corrects the request for another model', async () => {
    const { code, out, err } = await desk.run([
      'check',
      'alpha_1_5_pro',
      'prompt=x',
      'duration=5',
      'aspect_ratio=21:9',
      'resolution=720p',
      '--as',
      'alpha_1_5_pro_720p',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({ model: 'alpha_1_5_pro_720p', prompt: 'x', duration: 5, size: '21:9' })
    expect(err).toContain('renamed   aspect_ratio is named size there\n')
    expect(err).toContain('dropped   resolution is dropped: the model has no such parameter\n')
    const left = await desk.run(['check', 'beta-5.0', 'prompt=x', '--as', 'gamma-1.0-i2v'])
    expect(left.code).toBe(3)
    expect(left.err).toContain('first_image: is required; add an array')
  })

  test('repeated media and Chinese prompts', async () => {
    const { out } = await desk.run([
      'run',
      'zeta-H3-768p',
      'prompt=@图片1 在 @图片2',
      'reference_images=https://example.com/1.png',
      'reference_images=https://example.com/2.png',
      '--dry-run',
      '--json',
    ])
    expect(JSON.parse(out)).toMatchObject({
      findings: [],
      request: {
        prompt: '@图片1 在 @图片2',
        reference_images: ['https://example.com/1.png', 'https://example.com/2.png'],
      },
    })
  })
})

test('the curl command of a dry run is what a shell sends', async () => {
  const { out } = await desk.run(['run', 'beta-5.0', 'prompt=it\'s $HOME `x` "q"', '--dry-run', '--json'])
  const { curl, request } = JSON.parse(out)
  await writeFile(join(desk.folder, 'curl'), '#!/bin/sh\nfor word; do printf "%s\\0" "$word"; done\n', { mode: 0o755 })
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', curl], {
    env: { PATH: desk.folder, MODEL_TASKS_BASE_URL: 'http://h/api', MODEL_TASKS_API_KEY: 'k' },
  })
  const words = stdout.split('\0')
  expect(words[0]).toBe('http://h/api/v2/model-center/tasks')
  expect(words).toContain('Authorization: Bearer k')
  expect(JSON.parse(words[words.indexOf('-d') + 1]!)).toEqual(request)
})

test('a command that sends fills in what is required and has a default, and nothing else', async () => {
  const { code, out } = await desk.run(['run', 'sd_2.0_discount', 'prompt=x', '--dry-run', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out).request).toEqual({ model: 'sd_2.0_discount', prompt: 'x', duration: 5 })
})

describe('check and what is required and has a default', () => {
  test('words are checked as run would send them', async () => {
    expect(await desk.run(['check', 'sd_2.0_discount', 'prompt=x'])).toMatchObject({ code: 0, err: '' })
    expect((await desk.run(['check', 'sd_2.0_discount'])).err).toMatch(
      /^error {3}prompt: is required; add a non-empty string .*\nnext/,
    )
  })

  test('a body from a file alone is checked as it stands', async () => {
    await writeFile(join(desk.folder, 'body.json'), '{"model": "sd_2.0_discount", "prompt": "x"}')
    for (const words of [['@body.json'], ['sd_2.0_discount', '@body.json']]) {
      const { code, err } = await desk.run(['check', ...words])
      expect(code).toBe(3)
      expect(err).toContain('duration: is required; add it, such as 5 (use an integer from 4 to 15 s)')
    }
    expect((await desk.run(['check', '@body.json', 'watermark=true'])).code).toBe(0)
  })

  test('the help says so', async () => {
    expect((await desk.run(['check', '--help'])).out.replace(/\s+/g, ' ')).toContain(
      'a body from @body.json alone is checked as it would be sent',
    )
  })
})

test('--json says what is wrong in a sentence', async () => {
  const { code, out } = await desk.run(['run', 'nope', 'prompt=x', '--json'])
  expect(code).toBe(3)
  expect(JSON.parse(out).error.message).toBe(
    'the request for nope is invalid, nothing was sent: model: "nope" is not a Model ID; use a Model ID, such as beta-5.0',
  )
})

describe('settings that cannot be used end with 2 and say what to do', () => {
  test.each([
    [
      'an address without http',
      { MODEL_TASKS_BASE_URL: '127.0.0.1:8923/api', MODEL_TASKS_API_KEY: 'k' },
      'the address "127.0.0.1:8923/api" (from the environment) is not an http or https URL; did you mean http://127.0.0.1:8923/api?',
    ],
    [
      'a password in the address',
      { MODEL_TASKS_BASE_URL: 'http://me:secret@127.0.0.1/api', MODEL_TASKS_API_KEY: 'k' },
      'the address from the environment contains a user name or a password',
    ],
    ...['?token=secret', '?', '#secret'].map((end): [string, Record<string, string>, string] => [
      `${end} at the end of the address`,
      { MODEL_TASKS_BASE_URL: `http://127.0.0.1:9/api${end}`, MODEL_TASKS_API_KEY: 'k' },
      'the address from the environment has a query or a fragment, and paths are added to its end; leave out the first ? or #, and what follows it',
    ]),
    [
      'a key with a line end',
      { MODEL_TASKS_BASE_URL: 'http://127.0.0.1:9/api', MODEL_TASKS_API_KEY: 'my-key\n' },
      'the API key for http://127.0.0.1:9/api contains spaces, line breaks',
    ],
  ])('%s', async (_, env, message) => {
    const { code, err } = await desk.run(['get', 'x'], { env })
    expect(code).toBe(2)
    expect(err).toContain(`error   ${message}`)
    expect(err).toMatch(/\nnext {4}model-tasks config list\n$/)
    expect(err).not.toMatch(/secret|my-key/)
    expect((await desk.run(['config', 'list'], { env })).out).toContain(`Commands talk to no service: ${message}`)
  })

  test('an address that no command can use is not kept in a profile', async () => {
    for (const address of [
      'http://127.0.0.1:9/api?x=1',
      'http://127.0.0.1:9/api#x',
      'http://me:secret@127.0.0.1/api',
    ]) {
      const { code, err } = await desk.run(['config', 'set', 'away', '--base-url', address], { input: 'k' })
      expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('error   the address from --base-url ') })
    }
    expect((await desk.run(['config', 'list'])).out).not.toContain('away')
  })

  test('credentials that cannot be read are not taken for none', async () => {
    await mkdir(join(desk.folder, 'data'), { recursive: true })
    await writeFile(join(desk.folder, 'data/local-credentials.json'), '{"baseUrl": "http://127')
    const { code, err } = await desk.run(['get', 'x'])
    expect(code).toBe(2)
    expect(err).toBe(
      'error   data/local-credentials.json cannot be read as the credentials of a service; delete it and start the service again\nnext    npm start\n',
    )
    const named = { MODEL_TASKS_BASE_URL: 'http://127.0.0.1:9/api', MODEL_TASKS_API_KEY: 'k' }
    expect((await desk.run(['config', 'list'], { env: named })).out).toContain(
      'Commands talk to http://127.0.0.1:9/api (from the environment)',
    )
    await rm(join(desk.folder, 'data'), { recursive: true })
  })
})

test('schema prints the JSON Schema of a model', async () => {
  expect(JSON.parse((await desk.run(['schema', 'beta-5.0'])).out)).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
  })
  expect(JSON.parse((await desk.run(['schema', 'beta-5.0', '--draft-07'])).out)).toMatchObject({
    $schema: expect.stringContaining('draft-07'),
  })
})

describe('completion', () => {
  test('offers commands, models, parameters and values', async () => {
    const complete = async (...words: string[]): Promise<string[]> =>
      (await desk.run(['complete', '--', ...words])).out
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split('\t')[0]!)
    expect(await complete('wa')).toEqual(['wait', 'watch'])
    expect(await complete('run', 'beta')).toEqual(['beta_5.0Pro', 'beta-5.0'])
    expect(await complete('models', 'show', 'eps')).toEqual(['epsilonO3'])
    expect(await complete('run', 'epsilonO3', 're')).toEqual(['reference_images=', 'resolution=', 'reference_mode='])
    expect(await complete('run', 'epsilonO3', 'resolution=')).toEqual(['resolution=720p', 'resolution=1080p'])
    expect(await complete('run', 'epsilonO3', '--dry')).toEqual(['--dry-run'])
    expect(await complete('check', 'epsilonO3', '--as', 'beta-')).toEqual(['beta-5.0'])
    expect(await complete('run', 'epsilonO3', '--out', '')).toEqual([])
  })
})

describe('media check', () => {
  const picture = (name: string, width: number, height: number): Promise<string> =>
    sharp({ create: { width, height, channels: 3, background: 'teal' } })
      .png()
      .toFile(join(desk.folder, name))
      .then(() => name)

  test('reads files and says which limits they break', async () => {
    await picture('good.png', 640, 480)
    await picture('wide.png', 1000, 320)
    const good = await desk.run(['media', 'check', 'sd_2.0_discount', 'good.png', 'first_image=good.png'])
    expect(good).toMatchObject({ code: 0, err: '' })
    expect(good.out).toContain('all 2 files are within the limits\n')
    expect((await desk.run(['media', 'check', 'sd_2.0_discount', 'good.png'])).out).toContain(
      'the file is within the limits\n',
    )
    expect(good.out).toMatch(/^good\.png +reference_images\[0\] +png +\d+ kB +640x480\ngood\.png +first_image\[0\]/)
    const { code, err } = await desk.run(['media', 'check', 'sd_2.0_discount', 'good.png', 'wide.png'])
    expect(code).toBe(3)
    expect(err).toBe(
      'error   reference_images[1]: width / height is 3.125; it must be more than 0.4 and less than 2.5 [sd_2.0_discount, 2]\n',
    )
  })

  test('what cannot be read, and what is not media of the model', async () => {
    await writeFile(join(desk.folder, 'notes.png'), 'not a picture')
    expect(await desk.run(['media', 'check', 'beta-5.0', 'notes.png'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('notes.png could not be read'),
    })
    expect(await desk.run(['media', 'check', 'beta-5.0', 'clip.mp4'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Write parameter=file with reference_images'),
    })
    expect(await desk.run(['media', 'check', 'gamma-1.1-t2v', 'a.png'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('takes no media'),
    })
  })
})
