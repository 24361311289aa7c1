/** Files in a request: checked against the model's limits, then uploaded or inlined as the parameter accepts, or explained. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { memoryJournal } from '../src/journal/index.js'
import { file, ModelTasks, RequestInvalidError, type ClientOptions, type UploadEvent } from '../src/index.js'
import { createTestClock, faults, startFaultServer, type FaultServer } from '../src/testing/index.js'
import type { CustomParams } from '../src/client.js'

let server: FaultServer
let folder: string
const warnings: string[] = []
const make = (options: ClientOptions = {}): ModelTasks =>
  new ModelTasks({
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    pollInterval: 10,
    logger: { warn: (line) => warnings.push(line) },
    ...options,
  })
const png = async (width: number, height: number): Promise<Blob> => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], `${width}x${height}.png`, { type: 'image/png' })
}
const failed = (work: Promise<unknown>): Promise<Error & RequestInvalidError> =>
  work.then(
    () => expect.fail('it was accepted'),
    (error: Error & RequestInvalidError) => error,
  )
const sent = (): Record<string, unknown>[] =>
  server.requests
    .filter(({ route }) => route === 'submit')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
const assets = (...statuses: string[]): void =>
  server.next(
    'other',
    ...statuses.map((status, index) => faults.status(200, { id: `a${index}`, object: 'asset', status })),
  )
const routes = (): string[] =>
  server.requests.map(({ method, path }) => `${method} ${path.replace('/api/v2/model-center', '')}`)

beforeEach(async () => {
  warnings.length = 0
  server = await startFaultServer({ extensions: ['assets'] })
  folder = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

it('are uploaded where the parameter takes assets: each once, beside any other media', async () => {
  assets('approved', 'approved')
  await writeFile(join(folder, 'cat.png'), Buffer.from(await (await png(640, 480)).arrayBuffer()))
  const blob = await png(600, 600)
  const uploads: UploadEvent[] = []
  const journal = memoryJournal()
  await make({ journal }).submit(
    'sd_2.0_discount',
    {
      prompt: 'A boat',
      reference_images: [
        file(join(folder, 'cat.png')),
        'https://example.com/a.png',
        blob,
        file(join(folder, 'cat.png')),
        blob,
      ],
    },
    { onUploaded: (upload) => uploads.push(upload) },
  )
  const references = ['assetId://a0', 'https://example.com/a.png', 'assetId://a1', 'assetId://a0', 'assetId://a1']
  expect(sent()).toMatchObject([{ prompt: 'A boat', duration: 5, reference_images: references }])
  expect(routes()).toEqual(['GET /capabilities', 'POST /assets', 'POST /assets', 'POST /tasks'])
  expect(server.requests.map(({ headers }) => headers['content-type'])).toEqual([
    undefined,
    'image/png',
    'image/png',
    'application/json',
  ])
  expect(uploads).toMatchObject([
    { parameter: 'reference_images', index: 0, name: join(folder, 'cat.png'), asset: { id: 'a0' } },
    { index: 2, name: '600x600.png', asset: { id: 'a1' } },
  ])
  // A journal can replay it: it holds the references, not the files.
  const [intent] = await journal.entries()
  expect(intent).toMatchObject({ event: 'intent', body: JSON.stringify(sent()[0]) })
})

it('are inlined where the parameter takes base64', async () => {
  const blob = await png(640, 480)
  await make().submit('zeta-H3-768p', { prompt: 'A boat', reference_images: [blob] })
  const base64 = Buffer.from(await blob.arrayBuffer()).toString('base64')
  expect(sent()).toMatchObject([{ reference_images: [`data:image/png;base64,${base64}`] }])
  expect(routes()).toEqual(['POST /tasks'])
})

it('break the limits of the model in one error with every other mistake, before anything is sent', async () => {
  const error = await failed(
    make().custom('sd_2.0_discount', {
      prompt: '',
      reference_images: ['https://example.com/a.png', await png(1000, 320)],
    }),
  )
  expect(error).toBeInstanceOf(RequestInvalidError)
  expect(error.findings.map(({ rule, path }) => [rule, path])).toEqual([
    [expect.any(String), '/prompt'],
    ['media-aspect-ratio', '/reference_images/1'],
  ])
  expect(error.message).toContain('reference_images[1]: width / height is 3.125')
  expect(server.requests).toEqual([])
})

it('that cannot be read, or cannot be sent from where they stand, are explained', async () => {
  await writeFile(join(folder, 'note.png'), 'not an image')
  const blob = await png(640, 480)
  const message = async (model: string, params: CustomParams, options = {}): Promise<string> =>
    (await failed(make().custom(model, params, options))).message
  expect(await message('sd_2.0_discount', { prompt: 'x', first_image: [file(join(folder, 'none.png'))] })).toContain(
    `first_image[0]: ${join(folder, 'none.png')} cannot be checked: ENOENT`,
  )
  expect(await message('sd_2.0_discount', { prompt: 'x', first_image: [file(folder)] })).toContain('it is not a file')
  expect(await message('sd_2.0_discount', { prompt: 'x', first_image: [file(join(folder, 'note.png'))] })).toContain(
    'note.png cannot be checked: its format is not known',
  )
  expect(await message('gamma-1.0-i2v', { prompt: 'x', first_image: [blob] })).toContain(
    'first_image[0]: 640x480.png is a local file, and gamma-1.0-i2v accepts only http(s) URLs here; publish the file and give its URL',
  )
  const bare = await failed(make().custom('sd_2.0_discount', { prompt: 'x', first_image: blob }))
  expect(bare.findings.map(({ message: text }) => text)).toEqual([
    'first_image: 640x480.png is a file; files can be items of the lists reference_images, reference_videos, reference_audios, first_image, last_image',
  ])
  for (const validate of ['error', 'warn', 'off'] as const) {
    const open = await message('their-model', { image: [blob] }, { validate })
    expect(open).toContain('image[0]: 640x480.png is a file; it is not known that their-model accepts files')
  }
  expect(server.requests).toEqual([])
})

it('need a service with an asset library where the parameter takes no base64', async () => {
  await server.close()
  server = await startFaultServer()
  const error = await failed(make().submit('sd_2.0_discount', { prompt: 'x', first_image: [await png(640, 480)] }))
  expect(error.message).toContain(`${server.baseUrl} has no asset library to upload it to; publish the file`)
  expect(routes()).toEqual(['GET /capabilities'])
})

it('wait for the review of the service, through faults; a rejection ends the submit unpaid', async () => {
  const image = await png(640, 480)
  assets('pending')
  server.next('other', faults.status(503), faults.status(200, { id: 'a0', object: 'asset', status: 'approved' }))
  await make().submit('sd_2.0_discount', { prompt: 'x', first_image: [image] })
  expect(sent()).toMatchObject([{ first_image: ['assetId://a0'] }])
  assets('pending', 'rejected')
  const error = await failed(make().submit('sd_2.0_discount', { prompt: 'x', first_image: [image] }))
  expect(error.message).toContain('was uploaded as asset a1, and its review ended as rejected')
  expect(sent()).toHaveLength(1)
})

it('of another size than the limits are sent with a warning, or unread, as validate says', async () => {
  const wide = await png(1000, 320)
  assets('approved', 'approved')
  await make().submit('sd_2.0_discount', { prompt: 'x', first_image: [wide] }, { validate: 'warn' })
  expect(warnings.join('\n')).toContain('first_image[0]: width / height is 3.125')
  warnings.length = 0
  await make().submit('sd_2.0_discount', { prompt: 'x', first_image: [wide] }, { validate: 'off' })
  expect(warnings).toEqual([])
  expect(sent()).toMatchObject([{ first_image: ['assetId://a0'] }, { first_image: ['assetId://a1'] }])
})

it('belong to the call: its deadline bounds the upload, and nothing is submitted after it', async () => {
  const clock = createTestClock()
  server.next('other', faults.silence)
  const error = failed(
    make({ clock, timeout: 1_000 }).submit('sd_2.0_discount', { prompt: 'x', first_image: [await png(640, 480)] }),
  )
  await expect.poll(() => routes()).toContain('POST /assets')
  clock.advance(1_000)
  expect(await error).toMatchObject({ name: 'ConnectionError', nothingSent: true })
  expect(sent()).toEqual([])
})

it('are resolved apart from a submit, for a request that is kept', async () => {
  assets('approved')
  const params = await make().resolveFiles('sd_2.0_discount', { prompt: 'x', first_image: [await png(640, 480)] })
  expect(params).toEqual({ prompt: 'x', duration: 5, first_image: ['assetId://a0'] })
  expect(sent()).toEqual([])
})
