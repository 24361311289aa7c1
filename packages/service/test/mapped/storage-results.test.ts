/** Results in Google Cloud Storage: read with the access token of the upstream, from the operator's folder alone. */
import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { fakeFile } from '../../src/commands/fake/fake-file.js'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import { ResultMissing, type ProducedFile } from '../../src/domain/provider/provider.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { asked } from '../support/asked.js'
import { temporaryFolder } from '../support/folder.js'
import { keyAt, mappingOf, running } from './support.js'

const mapping = mappingOf('vertex')
const folder = 'gs://films-of-mine/made'
const film = fakeFile('video').bytes
const task = asked({
  id: 'task_1',
  model: 'sd_2.0_discount',
  kind: 'video',
  parameters: { prompt: 'A boat', duration: 5 },
})

/** A fake, and a provider in front of it, with the bodies and the requests that it has sent. */
async function bench(more: { resultsFolder?: string; baseUrl?: string; gcsUri?: string } = {}) {
  const { gcsUri, baseUrl, ...settings } = { resultsFolder: folder, ...more }
  const fake = await serveFake(mapping)
  onTestFinished(() => fake.close())
  const sent: { url: string; authorization: string | null; body: string }[] = []
  const seen: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { url, headers } = request
    sent.push({ url, authorization: headers.get('authorization'), body: await request.clone().text() })
    if (gcsUri !== undefined && url.endsWith(':fetchPredictOperation'))
      return Response.json({ name: 'one', done: true, response: { videos: [{ gcsUri }] } })
    if (baseUrl !== undefined) {
      const length = { 'content-type': 'video/mp4', 'content-length': `${film.length}` }
      return new Response(Uint8Array.from(film), { headers: length })
    }
    return fetch(input, init)
  }
  const provider = mappedProvider(
    mapping,
    { name: 'up', baseUrl: baseUrl ?? fake.baseUrl, apiKey: keyAt(mapping, fake, 'any'), modelIds: {}, ...settings },
    { fetch: seen, fetchToken: fetch },
  )
  const collect = (reference: string): Promise<ProducedFile | Error> =>
    provider
      .collect({ ...task, reference, snapshot: { state: 'completed' } }, temporaryFolder(), running)
      .catch((error: unknown) => error as Error)
  const submit = async (): Promise<string> => {
    const answer = await provider.submit(task)
    if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
    return answer.reference
  }
  return { fake, provider, sent, submit, collect }
}

async function bytesOf(produced: ProducedFile | Error): Promise<Buffer> {
  if (produced instanceof Error) throw produced
  return readFile(produced.path)
}

test('a result is put into the folder of the operator, and read there with the access token', async () => {
  const { fake, provider, sent, submit, collect } = await bench()
  const reference = await submit()
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ parameters: { storageUri: folder } })
  expect((await provider.poll([reference], running)).get(reference)).toMatchObject({ state: 'completed' })
  expect(await bytesOf(await collect(reference))).toEqual(film)
  const [made] = fake.tasks
  expect(sent.at(-1)).toMatchObject({
    url: `${fake.baseUrl}/films-of-mine/made/${made?.id ?? ''}/sample.mp4`,
    authorization: expect.stringMatching(/^Bearer fake-/),
  })
})

test('without a folder the result is in the answer, as before', async () => {
  const { provider, sent, submit, collect } = await bench({ resultsFolder: undefined as unknown as string })
  const reference = await submit()
  expect(sent[0]?.body).not.toContain('storageUri')
  await provider.poll([reference], running)
  expect(await bytesOf(await collect(reference))).toEqual(film)
})

test('at Google the token goes to storage.googleapis.com and to no other host', async () => {
  const baseUrl = 'https://us-central1-aiplatform.googleapis.com/v1/projects/my-project/locations/us-central1'
  const { sent, collect } = await bench({ baseUrl, gcsUri: `${folder}/a film/sample_0.mp4` })
  expect(await bytesOf(await collect('video:m:one'))).toEqual(film)
  expect(sent.map(({ url }) => url)).toEqual([
    `${baseUrl}/publishers/google/models/m:fetchPredictOperation`,
    'https://storage.googleapis.com/films-of-mine/made/a%20film/sample_0.mp4',
  ])
})

test.each([
  'gs://films-of-mine/other/film.mp4',
  'gs://films-of-mine/made/../other/film.mp4',
  's3://films-of-mine/made/a.mp4',
])('the key does not read %s, which is outside of the folder', async (gcsUri) => {
  const { sent, collect } = await bench({ gcsUri })
  const outcome = await collect('video:m:one')
  expect(outcome).toBeInstanceOf(ResultMissing)
  expect((outcome as Error).message).toContain(`names a file outside of resultsFolder: ${gcsUri}`)
  expect(sent).toHaveLength(1)
})

test('a folder of another kind of bucket is rejected', async () => {
  await expect(bench({ resultsFolder: 's3://films-of-mine/made' })).rejects.toThrow(
    'Vertex AI puts its results into another kind of bucket: name a folder in one, such as "resultsFolder": "gs://my-bucket/model-tasks"',
  )
})
