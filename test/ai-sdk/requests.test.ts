/** How the options of the unmodified `ai` become a request, and what is wrong with one. */
import type { ReceivedRequest } from '@model-tasks/client/testing'
import { createModelTasks, modelTasks, optionsFor, type ModelTasksOptions } from '@model-tasks/ai-sdk'
import {
  APICallError,
  createProviderRegistry,
  experimental_generateVideo as generateVideo,
  experimental_startVideo as startVideo,
} from 'ai'
import { expect, it } from 'vitest'
import { boat, image, provider, start, video } from './calls.js'

type Start = Partial<Parameters<typeof startVideo>[0]>
const dot = new Uint8Array(Buffer.from('89504e470d0a1a0a00', 'hex'))

/** The body that a call sends, and its warnings. */
async function sent(
  model: string,
  options: Start,
): Promise<{ body: unknown; warnings: unknown; request: ReceivedRequest }> {
  const server = await start()
  const { warnings } = await startVideo({ model: provider(server).video(model), prompt: 'A boat', ...options })
  const request = server.requests.find(({ route }) => route === 'submit')
  if (request === undefined) throw new Error('nothing was sent')
  return { body: JSON.parse(request.body), warnings, request }
}

it.each<[string, string, Start, object, readonly string[]]>([
  [
    'everything that it has a parameter for',
    'sd_2.0_discount',
    { duration: 6, aspectRatio: 'adaptive', resolution: '1920x1080', seed: 7, generateAudio: false },
    { duration: 6, aspect_ratio: 'adaptive', resolution: '1080p', seed: 7, generate_audio: false },
    [],
  ],
  [
    'a size, as the names of its model',
    'gamma-1.0-t2v',
    { resolution: '720x1280' },
    { resolution: '720P', aspect_ratio: '9:16' },
    [],
  ],
  [
    'a rounded size',
    'zeta-H3-768p',
    { resolution: '1366x768', duration: 10 },
    { aspect_ratio: '16:9', resolution: '768p' },
    [],
  ],
  ['a ratio that is called size', 'alpha_1_5_pro_480p', { aspectRatio: '4:3' }, { size: '4:3' }, []],
  [
    'what it has no parameter for',
    'videos_900_720p-c1',
    { seed: 7, fps: 24, generateAudio: true },
    {},
    ['seed', 'generateAudio', 'fps'],
  ],
  [
    'frames and references',
    'sd_2.0_discount',
    {
      duration: 5,
      frameImages: [
        { image: 'https://example.com/a.png', frameType: 'first_frame' },
        { image: 'https://example.com/b.png', frameType: 'last_frame' },
      ],
    },
    { first_image: ['https://example.com/a.png'], last_image: ['https://example.com/b.png'] },
    [],
  ],
  [
    'references by their kind',
    'sd_2.0_discount',
    {
      duration: 5,
      inputReferences: [
        'https://example.com/a.png',
        'https://example.com/b.mp4',
        { data: 'https://example.com/c', mediaType: 'audio/mpeg' },
      ],
    },
    {
      reference_images: ['https://example.com/a.png'],
      reference_videos: ['https://example.com/b.mp4'],
      reference_audios: ['https://example.com/c'],
    },
    [],
  ],
  [
    'parameters of the model itself, over the others',
    'sd_2.0_discount',
    {
      duration: 5,
      providerOptions: { modelTasks: { duration: 8, watermark: true } satisfies ModelTasksOptions<'sd_2.0_discount'> },
    },
    { duration: 8, watermark: true },
    [],
  ],
])('sends %s', async (_, model, options, expected, unsupported) => {
  const { body, warnings } = await sent(model, options)
  expect(body).toMatchObject({ model, prompt: 'A boat', ...expected })
  expect(warnings).toMatchObject(unsupported.map((feature) => ({ type: 'unsupported', feature })))
})

const invalid: [string, string, Start, string][] = [
  ['a value that its parameter does not take', 'sd_2.0_discount', { duration: 99 }, 'duration'],
  ['a size that the model does not make', 'sd_2.0_discount', { duration: 5, resolution: '1000x999' }, 'resolution'],
  ['a file that it would leave out', 'gamma-1.0-t2v', { prompt: { text: 'A boat', image: dot } }, 'first_image'],
  [
    'a parameter that it does not have',
    'sd_2.0_discount',
    { duration: 5, providerOptions: { modelTasks: { watermarks: true } } },
    'watermarks',
  ],
]

it.each(invalid)(
  'named by parameter in the error of the AI SDK, with nothing sent: %s',
  async (_, model, options, parameter) => {
    const server = await start()
    const error: unknown = await startVideo({
      model: provider(server).video(model),
      prompt: 'A boat',
      ...options,
    }).catch((reason: unknown) => reason)
    expect(APICallError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({
      isRetryable: false,
      message: expect.stringContaining(parameter) as string,
      requestBodyValues: { model },
      data: {
        code: 'request-invalid',
        findings: expect.arrayContaining([expect.objectContaining({ parameter })]) as unknown[],
      },
    })
    expect(server.count('submit')).toBe(0)
  },
)

it('an image model rejects a mask by name, and takes references', async () => {
  const server = await start()
  const models = provider(server)
  const images = ['https://example.com/a.png']
  await expect(image(models, { prompt: { images, mask: dot } })).rejects.toMatchObject({
    data: { findings: expect.arrayContaining([expect.objectContaining({ parameter: 'mask' })]) as unknown[] },
  })
  await image(models, { prompt: { text: 'A boat', images }, aspectRatio: '16:9', size: '1024x1024' })
  expect(JSON.parse(server.requests.find(({ route }) => route === 'submit')?.body ?? '')).toEqual({
    model: 'beta-5.0',
    prompt: 'A boat',
    reference_images: images,
    aspect_ratio: '16:9',
    size: '1024x1024',
  })
  expect(await models.image('beta-5.0').supportsFileInputs).toBe(true)
})

it('a webhook is told to the service, and the status is asked for once it has arrived', async () => {
  const server = await start({
    extensions: [],
    script: [{ status: 'processing' }, { status: 'processing' }, { status: 'completed' }],
  })
  const received = server.received('submit', 1).then(() => ({ headers: {}, body: {} }))
  const { videos } = await video(provider(server), {
    webhook: () => Promise.resolve({ url: 'https://example.com/hook', received }),
  })
  expect(videos.length).toBe(1)
  const submit = server.requests.find(({ route }) => route === 'submit')
  expect(submit?.headers['callback-url']).toBe('https://example.com/hook')
})

it('its headers go with the request, and its key is the beginning of that of the task', async () => {
  const { request } = await sent('sd_2.0_discount', {
    duration: 4,
    headers: { 'x-trace': '7', 'idempotency-key': 'order-17' },
  })
  expect(request.headers).toMatchObject({
    'x-trace': '7',
    'idempotency-key': expect.stringMatching(/^order-17\.[0-9a-f]{16}\.1$/) as string,
  })
  expect(request.headers['user-agent']).toContain('ai/7')
})

it('nothing is read before a model is called, and a missing address is an error then', async () => {
  const without = createModelTasks({ baseUrl: '', apiKey: '' })
  await expect(generateVideo({ model: without.video('sd_2.0_discount'), ...boat })).rejects.toThrow(
    'MODEL_TASKS_BASE_URL',
  )
  expect(modelTasks.video('sd_2.0_discount').modelId).toBe('sd_2.0_discount')
})

it('a registry finds its models, and a model of another kind is not one', () => {
  const registry = createProviderRegistry({ modelTasks })
  expect(registry.videoModel('modelTasks:sd_2.0_discount').provider).toBe('model-tasks.video')
  expect(() => modelTasks.video('beta-5.0')).toThrow('beta-5.0 is not a model for videos: it makes image')
  expect(() => modelTasks.languageModel('sd_2.0_discount')).toThrow('No such languageModel')
})

it('the compiler knows the parameters of a model', () => {
  optionsFor('sd_2.0_discount', { resolution: '1080p', first_image: [new Blob()] })
  // @ts-expect-error: it is not one of them
  optionsFor('sd_2.0_discount', { resolutions: '1080p' })
  // @ts-expect-error: it does not take this value
  optionsFor('sd_2.0_discount', { resolution: '4K' })
  expect(optionsFor('beta-5.0', { resolution: '4K' })).toEqual({ modelTasks: { resolution: '4K' } })
})
