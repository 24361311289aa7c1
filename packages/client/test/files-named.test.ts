/** Files in a request: what they are called, what is told of them, and how a service is asked whether it takes them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ModelTasks, type ClientOptions, type UploadEvent } from '../src/index.js'
import type { CustomParams } from '../src/client.js'
import { findFiles } from '../src/files/find.js'
import { mediaTypeOf } from '../src/files/media-type.js'
import { probe as probeInBrowser } from '../src/files/probe-web.js'
import { MissingLibrary } from '../src/media/library.js'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'
import { failed } from './submit-to.js'

const image = (bytes = 'x'): File => new File([bytes], 'cat.png', { type: 'image/png' })

describe('a media type', () => {
  it.each([
    ['cat.JPG', 'image', 'image/jpeg'],
    ['cat.jpeg', 'image', 'image/jpeg'],
    ['a.b/cat.webp', 'image', 'image/webp'],
    ['cat.png.d/x', 'image', 'image/png'],
    ['cat', 'image', 'image/png'],
    ['cat', 'video', 'video/mp4'],
    ['cat', 'audio', 'audio/wav'],
    ['cat', 'application', 'application/octet-stream'],
    ['cat.mov', 'video', 'video/quicktime'],
    ['cat.w', 'video', 'video/w'],
    ['cat.', 'video', 'video/mp4'],
  ])('of %s as %s', (name, media, expected) => expect(mediaTypeOf(name, media)).toBe(expected))
})

describe('a file that may not be where it stands', () => {
  const message = async (model: string, params: object): Promise<string | undefined> =>
    (await findFiles(model, params)).misplaced.map(({ message, path }) => `${path} ${message}`).join('\n')
  const lists = 'reference_images, reference_videos, reference_audios, first_image, last_image'

  it.each<[string, object, string]>([
    [
      'sd_2.0_discount',
      { seed: null, first_image: [[image()]] },
      `/first_image/0/0 first_image[0][0]: cat.png is a file; files can be items of the lists ${lists}`,
    ],
    [
      'zeta-H3-768p',
      { prompt: image() },
      '/prompt prompt: cat.png is a file; files can be items of the lists reference_images',
    ],
    [
      'gamma-1.0-i2v',
      { 'a/b~c': image() },
      '/a~1b~0c "a/b~c": cat.png is a file; it is not known that gamma-1.0-i2v accepts files',
    ],
    ['m', { a: new Blob(['xy']) }, '/a a: a file of 2 bytes is a file; it is not known that m accepts files'],
    [
      'm',
      { a: new Blob(['xy'], { type: 'image/png' }) },
      '/a a: a image/png of 2 bytes is a file; it is not known that m accepts files',
    ],
    [
      'm',
      { a: Object.assign(new Blob(['xy']), { name: 7 }) },
      '/a a: a file of 2 bytes is a file; it is not known that m accepts files',
    ],
  ])('%s %j', async (model, params, expected) => expect(await message(model, params)).toBe(expected))
})

describe('a browser', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('tells the size of a picture that it can decode, and frees it', async () => {
    const close = vi.fn()
    vi.stubGlobal('createImageBitmap', () => Promise.resolve({ width: 4, height: 3, close }))
    expect(await probeInBrowser(image('xyz'), 'image/png')).toEqual({
      ...{ format: 'image/png', bytes: 3, width: 4, height: 3 },
    })
    expect(close).toHaveBeenCalledOnce()
  })

  it('tells no size of another', async () => {
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('cannot be decoded')))
    expect(await probeInBrowser(image(), 'image/heic')).toEqual({ format: 'image/heic', bytes: 1 })
  })

  it('that decodes none, as an edge worker, says that it has checked type and size only', async () => {
    vi.stubGlobal('createImageBitmap', undefined)
    expect(await probeInBrowser(image(), 'image/png')).toEqual({
      ...{ format: 'image/png', bytes: 1 },
      warning: 'the files of the request are checked by type and size only: this platform decodes no images',
    })
    expect(await probeInBrowser(image(), 'video/mp4')).toEqual({ format: 'video/mp4', bytes: 1 })
  })

  it('decodes nothing that is not a picture', async () => {
    const decode = vi.fn()
    vi.stubGlobal('createImageBitmap', decode)
    expect(await probeInBrowser(image(), 'video/image/x')).toEqual({ format: 'video/image/x', bytes: 1 })
    expect(decode).not.toHaveBeenCalled()
  })
})

describe('at a service', () => {
  let server: FaultServer
  let warnings: string[]
  const make = (options: ClientOptions = {}): ModelTasks =>
    new ModelTasks({
      ...{ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 10 },
      logger: { warn: (line) => warnings.push(line) },
      ...options,
    })
  const withFile = (file: Blob = image()): CustomParams => ({ prompt: 'x', first_image: [file] })
  const unread = { validate: 'off' } as const
  const asset = faults.status(200, { id: 'a0', object: 'asset', status: 'approved' })
  const routes = (): string[] => server.requests.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)

  beforeEach(async () => {
    warnings = []
    server = await startFaultServer({ extensions: ['assets'] })
  })
  afterEach(() => server.close())

  it('that cannot say for a moment whether it takes files, is asked again', async () => {
    server.next('capabilities', faults.status(503), faults.status(503))
    server.next('other', asset)
    await make().custom('sd_2.0_discount', withFile(), { ...unread, retries: 2 })
    expect(routes()).toEqual([
      ...['GET capabilities', 'GET capabilities', 'GET capabilities', 'POST assets', 'POST tasks'],
    ])
  })

  it('and no more often than retries says', async () => {
    server.next('capabilities', faults.status(503), faults.status(503))
    const error = await failed(make().custom('sd_2.0_discount', withFile(), { ...unread, retries: 1 }))
    expect(error.message).toContain('503')
    expect(routes()).toEqual(['GET capabilities', 'GET capabilities'])
  })

  it('an answer that will not change is not asked for again', async () => {
    server.next('capabilities', faults.status(403))
    const error = await failed(make().custom('sd_2.0_discount', withFile(), { ...unread, retries: 3 }))
    expect(error).toMatchObject({ status: 403 })
    expect(routes()).toEqual(['GET capabilities'])
  })

  it('a file is sent as the type of its name where it has none itself', async () => {
    server.next('other', asset)
    const uploads: UploadEvent[] = []
    await make().custom('sd_2.0_discount', withFile(new File(['x'], 'cat.webp')), {
      ...unread,
      onUploaded: (upload) => uploads.push(upload),
    })
    expect(server.requests.find(({ method }) => method === 'POST')?.headers['content-type']).toBe('image/webp')
    expect(uploads).toMatchObject([{ parameter: 'first_image', index: 0, name: 'cat.webp' }])
  })

  it('a file is checked by type and size where the libraries that read it are missing, with one warning', async () => {
    class Unreadable extends File {
      override slice(): never {
        throw new MissingLibrary('install it with: npm install x')
      }
    }
    const file = new Unreadable(['x'], 'cat.png', { type: 'image/png' })
    for (const logger of [undefined, {}])
      await make({ ...(logger && { logger }) })
        .custom('sd_2.0_discount', { prompt: 'x', first_image: [file], last_image: [file] })
        .catch(() => undefined)
    expect(warnings.filter((line) => line.includes('npm install'))).toEqual([
      'the files of the request are checked by type and size only: install it with: npm install x',
    ])
  })
})
