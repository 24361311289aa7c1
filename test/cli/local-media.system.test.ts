import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { faults, startFaultServer } from '@model-tasks/client/testing'
import { startService, type RunningService } from '@model-tasks/service'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDesk, type Desk } from './support/cli.js'
import { quickProvider } from './support/quick-provider.js'

let service: RunningService
let desk: Desk

beforeAll(async () => {
  desk = await openDesk()
  service = await startService({ port: 0, dataDirectory: join(desk.folder, 'data') }, { provider: quickProvider() })
  for (const [name, width, height] of [
    ['cat.jpg', 640, 480],
    ['wide.png', 1000, 320],
  ] as const)
    await sharp({ create: { width, height, channels: 3, background: 'teal' } }).toFile(join(desk.folder, name))
  await writeFile(join(desk.folder, 'story.txt'), 'A paper boat\nsails\n')
})
afterAll(async () => {
  await service.close()
  await desk.close()
})

describe('a local file in a request', () => {
  test('is checked, uploaded once and used by its asset', async () => {
    const { code, err, out } = await desk.spawn([
      'run',
      'sd_2.0_discount',
      'prompt=@story.txt',
      'first_image=./cat.jpg',
      'last_image=@cat.jpg',
      '--json',
    ])
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^asset {3}asset_\w+ {2}cat\.jpg \(\d+ kB\)\ntask .*\n$/),
    })
    expect(JSON.parse(out)).toMatchObject({ status: 'completed' })
  })

  test('beyond a limit of the model is an error before anything is sent', async () => {
    const before = (await desk.run(['assets', '--json'])).out
    const { code, err } = await desk.run(['run', 'sd_2.0_discount', 'prompt=x', 'first_image=./wide.png'])
    expect(code).toBe(3)
    expect(err).toContain('first_image[0]: width / height is 3.125')
    const mixed = await desk.run([
      'check',
      'sd_2.0_discount',
      'prompt=x',
      'reference_images=https://example.com/a.png',
      'reference_images=wide.png',
    ])
    expect(mixed.err).toContain('reference_images[1]: width / height is 3.125')
    expect((await desk.run(['assets', '--json'])).out).toBe(before)
  })

  test('is inlined where the parameter accepts base64', async () => {
    const { code, out } = await desk.run([
      'run',
      'zeta-H3-768p',
      'prompt=x',
      'reference_images=cat.jpg',
      '--dry-run',
      '--json',
    ])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ files: [{ path: 'cat.jpg', way: 'inline' }] })
    const server = await startFaultServer()
    server.next(
      'capabilities',
      faults.status(200, { object: 'capabilities', extensions: [], polling: { minimumSeconds: 0.05 } }),
    )
    const env = { MODEL_TASKS_BASE_URL: server.baseUrl, MODEL_TASKS_API_KEY: server.apiKey }
    expect((await desk.run(['run', 'zeta-H3-768p', 'prompt=x', 'reference_images=cat.jpg'], { env })).code).toBe(0)
    const { body } = server.requests.find(({ route }) => route === 'submit')!
    const bytes = (await readFile(join(desk.folder, 'cat.jpg'))).toString('base64')
    expect(JSON.parse(body).reference_images).toEqual([`data:image/jpeg;base64,${bytes}`])
    await server.close()
  })

  test('is explained where neither is possible, or where it is not there', async () => {
    const { code, err } = await desk.run(['run', 'gamma-1.0-i2v', 'prompt=x', 'first_image=cat.jpg'])
    expect(code).toBe(3)
    expect(err).toContain(
      'first_image[0]: cat.jpg is a local file, and gamma-1.0-i2v accepts only http(s) URLs here; publish',
    )
    expect(await desk.run(['run', 'sd_2.0_discount', 'prompt=x', 'first_image=./dog.jpg'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot read ./dog.jpg: '),
    })
    const server = await startFaultServer()
    const env = { MODEL_TASKS_BASE_URL: server.baseUrl, MODEL_TASKS_API_KEY: server.apiKey }
    expect(await desk.run(['run', 'sd_2.0_discount', 'prompt=x', 'first_image=cat.jpg'], { env })).toMatchObject({
      code: 3,
      err: expect.stringContaining('has no asset library to upload it to'),
    })
    expect(server.count('submit')).toBe(0)
    await server.close()
  })

  test('an upload that is answered 404 is not taken for a submit', async () => {
    const server = await startFaultServer({ extensions: ['assets'] })
    server.next('other', faults.status(404))
    const env = { MODEL_TASKS_BASE_URL: server.baseUrl, MODEL_TASKS_API_KEY: server.apiKey }
    const { code, err } = await desk.run(['run', 'sd_2.0_discount', 'prompt=x', 'first_image=cat.jpg'], { env })
    expect(code).toBe(10)
    expect(err).toMatch(/^error {3}.*asset.*: the service answered 404/)
    expect(err).not.toContain('the base URL is probably wrong')
    expect(server.count('submit')).toBe(0)
    await server.close()
  })

  test('that the service does not take is named, and what to do about it is not to look at the base URL', async () => {
    const server = await startFaultServer({ extensions: ['assets'] })
    const env = { MODEL_TASKS_BASE_URL: server.baseUrl, MODEL_TASKS_API_KEY: server.apiKey }
    const tooLarge = faults.status(413, { detail: 'an asset may have at most 64 MiB' })
    server.next('other', tooLarge)
    expect(await desk.run(['run', 'sd_2.0_discount', 'prompt=x', 'first_image=cat.jpg'], { env })).toMatchObject({
      code: 10,
      err: expect.stringMatching(
        /^error {3}assets, upload of cat\.jpg: .* 413 \(an asset may have at most 64 MiB\)\nnext {4}\S+ models show sd_2/,
      ),
    })
    server.next('other', tooLarge)
    expect(await desk.run(['assets', 'upload', 'cat.jpg'], { env })).toMatchObject({
      code: 10,
      err: 'error   assets, upload of cat.jpg: the service answered 413 (an asset may have at most 64 MiB)\n',
    })
    expect(server.count('submit')).toBe(0)
    await server.close()
  })

  test('in a batch too', async () => {
    await writeFile(
      join(desk.folder, 'b.jsonl'),
      `{"model":"sd_2.0_discount","prompt":"x","first_image":["./cat.jpg"]}\n`,
    )
    expect((await desk.run(['batch', 'b.jsonl'])).code).toBe(0)
  })
})

describe('values from files and standard input', () => {
  const request = async (words: string[], input = ''): Promise<unknown> =>
    JSON.parse((await desk.run(['run', ...words, '--dry-run', '--json'], { input })).out).request

  test('a prompt from a file, from standard input, and a large one', async () => {
    expect(await request(['beta-5.0', 'prompt=@story.txt'])).toMatchObject({ prompt: 'A paper boat\nsails' })
    expect(await request(['beta-5.0', 'prompt=-'], 'from a pipe\n')).toMatchObject({ prompt: 'from a pipe' })
    await writeFile(join(desk.folder, 'seeds.json'), '[{"type":"web"}]')
    expect(await request(['sd_2.0_discount', 'prompt=x', 'tools:=@seeds.json'])).toMatchObject({
      tools: [{ type: 'web' }],
    })
    await writeFile(join(desk.folder, 'large.txt'), 'x'.repeat(750_000))
    expect(await request(['beta_5.0Pro', 'prompt=@large.txt'])).toMatchObject({ prompt: 'x'.repeat(750_000) })
  })

  test('a token of the model is not a file; a file that is not there says how to send the string', async () => {
    expect(
      await request(['zeta-H3-768p', 'prompt=@图片1 sails', 'reference_images=https://example.com/1.png']),
    ).toMatchObject({
      prompt: '@图片1 sails',
    })
    const { code, err } = await desk.run(['run', 'beta-5.0', 'prompt=@home'])
    expect(code).toBe(2)
    expect(err).toContain(`to send the string itself, write prompt:='"@home"'`)
    expect((await desk.run(['run', '@-', 'prompt=-'], { input: '{"model":"beta-5.0"}' })).err).toContain(
      'both read standard input',
    )
  })
})

test('assets uploads, lists and shows', async () => {
  const uploaded = await desk.run(['assets', 'upload', 'cat.jpg', 'wide.png'])
  expect(uploaded.code).toBe(0)
  const [first, second] = uploaded.out.trim().split('\n')
  expect(first).toMatch(/^assetId:\/\/asset_\w+$/)
  const { out } = await desk.run(['assets', '--limit', '2'])
  expect(out).toMatch(/^ASSET +STATUS +TYPE +SIZE +CREATED\n/)
  for (const reference of [first!, second!]) expect(out).toContain(`${reference}  approved`)
  expect((await desk.run(['assets', 'show', first!])).out).toMatch(/status +approved\ntype +image\/jpeg\n/)
  expect(JSON.parse((await desk.run(['assets', 'upload', 'cat.jpg', '--json'])).out)).toMatchObject({ file: 'cat.jpg' })
  expect((await desk.run(['assets', 'upload', 'none.jpg'])).code).toBe(2)
  const unknown = await desk.run(['assets', 'show', 'asset_none'])
  expect(unknown.code).toBe(10)
  expect(unknown.err).toContain('next    model-tasks assets\n')
  expect((await desk.run(['run', 'sd_2.0_discount', 'prompt=x', `first_image=${first!}`])).code).toBe(0)
})
