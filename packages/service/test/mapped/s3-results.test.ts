/** Results that an upstream puts into a bucket of the operator's: read with its key, and from the operator's folder alone. */
import { readFile } from 'node:fs/promises'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { loaders } from '@model-tasks/documents/upstreams'
import { expect, onTestFinished, test } from 'vitest'
import { fakeFile } from '../../src/commands/fake/fake-file.js'
import { serveFake, type FakeOptions } from '../../src/commands/fake/serve-fake.js'
import { ResultMissing, type ProducedFile } from '../../src/domain/provider/provider.js'
import { mappedProvider, type MappedParts } from '../../src/run/provider/mapped/provider.js'
import { silentLog } from '../../src/base/log.js'
import { upstreamLane } from '../../src/run/provider/upstreams.js'
import { SettingsError } from '../../src/settings/settings-error.js'
import { asked } from '../support/asked.js'
import { temporaryFolder } from '../support/folder.js'
import { upstreamOf } from '../support/relay.js'
import { testS3 } from '../support/s3.js'
import { running } from './support.js'

const { mapping } = await loaders.bedrock()
const { bytes: film } = fakeFile('video')
const folder = 's3://films-of-mine/made'
const task = asked({
  id: 'task_1',
  model: 'sd_2.0_discount',
  kind: 'video',
  parameters: { prompt: 'A boat', duration: 5 },
})

/** A fake that knows one key, and a provider in front of it, with what it has asked for. */
async function bench({
  options = {},
  isChecked = true,
  baseUrl,
  apiKey = 'access:the-secret',
  resultsFolder = folder,
  parts = () => ({}),
}: {
  options?: FakeOptions
  isChecked?: boolean
  baseUrl?: string
  apiKey?: string
  resultsFolder?: string
  parts?: (fakeUrl: string) => MappedParts
} = {}) {
  const fake = await serveFake(mapping, { ...(isChecked ? { key: 'access:the-secret' } : {}), ...options })
  onTestFinished(() => fake.close())
  const sent: string[] = []
  const seen: typeof fetch = (input, init) => {
    const request = new Request(input, init)
    sent.push(`${request.method} ${request.url} ${JSON.stringify([...request.headers])}`)
    return fetch(input, init)
  }
  const provider = mappedProvider(
    mapping,
    { name: 'up', baseUrl: baseUrl ?? fake.baseUrl, apiKey, resultsFolder, modelIds: {} },
    { fetch: seen, ...parts(fake.baseUrl) },
  )
  const submit = async (): Promise<string> => {
    const answer = await provider.submit(task)
    if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
    return answer.reference
  }
  const collect = (reference: string): Promise<ProducedFile | Error> =>
    provider
      .collect({ ...task, reference, snapshot: { state: 'completed' } }, temporaryFolder(), running)
      .catch((error: unknown) => error as Error)
  return { fake, provider, sent, submit, collect }
}

async function bytesOf(produced: ProducedFile | Error): Promise<Buffer> {
  if (produced instanceof Error) throw produced
  return readFile(produced.path)
}

test('a result is read from the folder of the operator, with a signature for S3 and no secret in any request', async () => {
  const { provider, sent, submit, collect, fake } = await bench()
  const reference = await submit()
  expect((await provider.poll([reference], running)).get(reference)).toMatchObject({ state: 'completed' })
  expect(await bytesOf(await collect(reference))).toEqual(film)
  const [made] = fake.tasks
  expect(made).toMatchObject({ folder: `${folder}/${made?.id ?? ''}` })
  expect(sent.at(-1)).toContain(`GET ${fake.baseUrl}/films-of-mine/made/${made?.id ?? ''}/output.mp4 `)
  expect(sent.at(-1)).toMatch(/AWS4-HMAC-SHA256 Credential=access\/\d{8}\/us-east-1\/s3\/aws4_request/)
  expect(sent).toHaveLength(4)
  expect(sent.join()).not.toContain('the-secret')
})

test('a file is read from a real S3 server that checks signatures, and not with another key', async () => {
  const s3 = await testS3()
  const { endpoint = '' } = s3.settings
  // The other requests go to the fake, which is not the host of their signature.
  const atFake = (fakeUrl: string): MappedParts => ({
    fetch: (url, init) => fetch(new Request(url).url.replace(endpoint, fakeUrl), init),
    fetchResult: fetch,
  })
  const atServer = { baseUrl: endpoint, resultsFolder: 's3://results/made', isChecked: false, parts: atFake }
  const { fake, submit, collect } = await bench({ ...atServer, apiKey: 'S3RVER:S3RVER' })
  const reference = await submit()
  const key = `made/${fake.tasks[0]?.id ?? ''}/output.mp4`
  expect(await collect(reference)).toBeInstanceOf(ResultMissing)
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const client = new S3Client({ region: 'us-east-1', endpoint, forcePathStyle: true, credentials })
  await client.send(new PutObjectCommand({ Bucket: 'results', Key: key, Body: film, ContentType: 'video/mp4' }))
  client.destroy()
  expect(await bytesOf(await collect(reference))).toEqual(film)
  expect(s3.requests.at(-1)).toBe(`GET /results/${key}`)
  const wrong = await bench({ ...atServer, apiKey: 'S3RVER:another' })
  expect(await wrong.collect(reference)).toBeInstanceOf(Error)
})

test.each([
  's3://films-of-others/made/id',
  's3://films-of-mine/made-up/id',
  's3://films-of-mine/made/../secrets',
  's3://films-of-mine/made//id',
  'https://films-of-mine.example/made/id',
])('an answer that names %s gets nothing from there: it is not in the folder of the operator', async (named) => {
  const stated = { status: 'Completed', outputDataConfig: { s3OutputDataConfig: { s3Uri: named } } }
  const { sent, submit, collect } = await bench({
    options: {
      intercept: ({ method, path }) =>
        method === 'GET' && path.startsWith('/async-invoke/')
          ? { answer: { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(stated) } }
          : undefined,
    },
  })
  const reference = await submit()
  const outcome = await collect(reference)
  expect(outcome).toBeInstanceOf(ResultMissing)
  expect((outcome as Error).message).toContain(`names a file outside of resultsFolder: ${named}/output.mp4`)
  expect(sent.filter((request) => !request.includes('/async-invoke'))).toEqual([])
})

test.each([
  [
    's3://my-bucket/films',
    'https://bedrock-runtime.us-west-2.amazonaws.com',
    'my-bucket.s3.us-west-2.amazonaws.com/films/',
  ],
  [
    's3://my.bucket/films',
    'https://bedrock-runtime.us-west-2.amazonaws.com',
    's3.us-west-2.amazonaws.com/my.bucket/films/',
  ],
])(
  'the files of %s are at S3 in the region of the upstream, at a host whose certificate holds',
  async (place, baseUrl, at) => {
    const asked: string[] = []
    const stated = { status: 'Completed', outputDataConfig: { s3OutputDataConfig: { s3Uri: `${place}/id of mine` } } }
    const { collect } = await bench({
      baseUrl,
      resultsFolder: place,
      parts: () => ({
        fetch: async () => Response.json(stated),
        fetchResult: async (input, init) => {
          asked.push(`${new Request(input).url} ${new Headers(init?.headers).get('authorization') ?? ''}`)
          return new Response(Uint8Array.from(film), {
            headers: { 'content-type': 'video/mp4', 'content-length': `${film.length}` },
          })
        },
      }),
    })
    expect(await bytesOf(await collect('video:m:arn'))).toEqual(film)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toContain(`https://${at}id%20of%20mine/output.mp4 AWS4-HMAC-SHA256 Credential=access/`)
    expect(asked[0]).toContain('/us-west-2/s3/aws4_request')
  },
)

test.each([
  ['a page of HTML', '<!DOCTYPE html><p>Sign in', 'text/html'],
  ['a page that is called a film', '<!DOCTYPE html><p>Sign in', 'video/mp4'],
  ['nothing', '', 'video/mp4'],
])('%s in the bucket is not the result', async (_what, body, contentType) => {
  const { submit, collect } = await bench({
    options: {
      intercept: ({ path }) =>
        path.endsWith('/output.mp4')
          ? { answer: { status: 200, headers: { 'content-type': contentType }, body } }
          : undefined,
    },
  })
  expect(await collect(await submit())).toBeInstanceOf(ResultMissing)
})

test('the code of an error is read from its header: a quota that is used up is waited for', async () => {
  const { provider } = await bench({
    options: {
      intercept: () => ({
        answer: {
          status: 400,
          headers: { 'x-amzn-errortype': 'ServiceQuotaExceededException:http://internal/' },
          body: '{"message":"Too many invocations."}',
        },
      }),
    },
  })
  expect(await provider.submit(task)).toEqual({
    answer: 'not-accepted',
    error: 'Amazon Bedrock: Too many invocations. (HTTP 400, ServiceQuotaExceededException)',
  })
})

test('a model of Nova Reel gets the words of that model', async () => {
  const bodies: unknown[] = []
  const fake = await serveFake(mapping, {
    intercept: ({ method, body }) => void (method === 'POST' && bodies.push(JSON.parse(body))),
  })
  onTestFinished(() => fake.close())
  const { model } = task
  const provider = mappedProvider(mapping, {
    ...{ name: 'up', baseUrl: fake.baseUrl, apiKey: 'access:secret', resultsFolder: folder },
    modelIds: { [model]: 'amazon.nova-reel-v1:1' },
  })
  const parameters = { prompt: 'A boat', duration: 6, seed: 0, first_image: ['data:image/png;base64,iVBORw0KGgo='] }
  expect(await provider.submit({ ...task, parameters })).toMatchObject({ answer: 'accepted' })
  expect(bodies).toEqual([
    {
      modelId: 'amazon.nova-reel-v1:1',
      outputDataConfig: { s3OutputDataConfig: { s3Uri: folder } },
      modelInput: {
        taskType: 'TEXT_VIDEO',
        textToVideoParams: { text: 'A boat', images: [{ format: 'png', source: { bytes: 'iVBORw0KGgo=' } }] },
        videoGenerationConfig: { durationSeconds: 6, fps: 24, dimension: '1280x720', seed: 0 },
      },
    },
  ])
  expect(fake.tasks).toMatchObject([{ parameters }])
})

test('a folder that is missing, and one that does nothing, stop the start with one line', async () => {
  const { mapping: luma } = await loaders.luma()
  const mappings = new Map([
    ['bedrock', mapping],
    ['luma', luma],
  ])
  const common = { name: 'films', baseUrl: 'https://up.example', apiKey: 'access:secret' }
  expect(() => upstreamLane(upstreamOf({ ...common, protocol: 'bedrock' }), silentLog, { mappings })).toThrow(
    new SettingsError(
      'upstream films: Amazon Bedrock puts its results into a bucket of yours: name a folder in it, such as "resultsFolder": "s3://my-bucket/model-tasks"',
    ),
  )
  expect(() =>
    upstreamLane(upstreamOf({ ...common, protocol: 'luma', resultsFolder: folder }), silentLog, { mappings }),
  ).toThrow(
    new SettingsError('upstream films: resultsFolder does nothing: Luma has its results elsewhere; leave it out'),
  )
})
