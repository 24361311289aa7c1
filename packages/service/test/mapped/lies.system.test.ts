import { readFile } from 'node:fs/promises'
import { readId, readAnswer, write, type Json, type Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { asked } from '../support/asked.js'
import { guardedFetch } from '../../src/base/net/guarded-fetch.js'
import { expect, onTestFinished, test } from 'vitest'
import type { FakeAnswer, InterceptedRequest, Interception } from '../../src/commands/fake/serve-fake.js'
import { ResultGone, ResultMissing, type ProducedFile } from '../../src/domain/provider/provider.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { temporaryFolder } from '../support/folder.js'
import { localServer } from '../support/local-server.js'
import { mappingOf, mappings, openBench, running, taskFor, type Bench } from './support.js'

const json = { 'content-type': 'application/json' }
const idPlaces = mappings.flatMap(([protocol, mapping]): [string, Mapping, readonly string[]][] => {
  const id = mapping.operations.video?.id
  return id === undefined ? [] : [[protocol, mapping, id]]
})
const ark = mappingOf('ark')

async function bench(mapping: Mapping, intercept: (request: InterceptedRequest) => Interception | undefined) {
  const opened = await openBench(mapping, intercept)
  onTestFinished(() => opened.close())
  return opened
}

async function accepted({ provider }: Pick<Bench, 'provider'>, mapping: Mapping): Promise<string> {
  const answer = await provider.submit(taskFor(mapping))
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.reference
}

/** The file of a completed task, or the error in its place. */
async function collected(mapping: Mapping, file: FakeAnswer): Promise<ProducedFile | Error> {
  const open = await bench(mapping, ({ path }) => (path.startsWith('/fake-files/') ? { answer: file } : undefined))
  const reference = await accepted(open, mapping)
  open.pass(1000)
  const task = { ...taskFor(mapping), reference, snapshot: { state: 'completed' as const } }
  return open.provider.collect(task, open.directory, running).catch((error: unknown) => error as Error)
}

/** More and more of an answer, until it is read no longer. */
async function* endless(sent: { bytes: number }): AsyncGenerator<string> {
  const chunk = ' '.repeat(2 ** 18)
  for (;;) {
    sent.bytes += chunk.length
    if (sent.bytes > 2 ** 28) throw new Error('256 MiB were read')
    yield chunk
  }
}

test.each<[what: string, id: Json]>([
  ['a dot', '.'],
  ['two dots, which lead to another path', '..'],
  ['half a character', 'id-\ud800'],
  ['more than 512 characters', 'x'.repeat(513)],
  ['a number that is not an integer', 1.5],
  ['an object', { id: 'id' }],
  ['nothing', ''],
])('a task ID that is %s is not one: the outcome is unknown', async (_what, id) => {
  for (const [protocol, mapping, place] of idPlaces) {
    const body = JSON.stringify(write({}, place, id))
    const { provider, posts } = await bench(mapping, () => ({ answer: { status: 200, headers: json, body } }))
    expect(await provider.submit(taskFor(mapping)), protocol).toMatchObject({ answer: 'unknown' })
    expect(posts()).toBe(1)
  }
})

/** Those whose paths hold an ID as one part. */
const inPaths = idPlaces.filter(
  ([, { operations }]) => operations.video?.idForm === undefined && operations.video?.query?.body === undefined,
)

test.each(['a/b', 'a\0b', 'a?b#c', 'a%2Fb', 'a b', '../x'])('the task ID %j stays within its place', async (id) => {
  for (const [protocol, mapping, place] of inPaths) {
    const seen: string[] = []
    const { provider } = await bench(mapping, ({ method, path, query }) => {
      if (method === 'GET') seen.push(path, ...[...query.values()].map(encodeURIComponent))
      return { answer: { status: 200, headers: json, body: JSON.stringify(write({}, place, id)) } }
    })
    const answer = await provider.submit(taskFor(mapping))
    if (answer.answer !== 'accepted') throw new Error(`${protocol}: ${JSON.stringify(answer)}`)
    await provider.poll([answer.reference], running)
    expect(
      seen.filter((part) => part.includes(encodeURIComponent(id))),
      protocol,
    ).toHaveLength(1)
    expect(answer.reference).not.toContain('\0')
  }
})

/** What has come of an answer when its connection breaks. */
async function* brokenOff(text: string): AsyncGenerator<string> {
  yield text
  await new Promise((resolve) => setImmediate(resolve))
  throw new Error('the connection breaks')
}

test('an ID that came before an answer to a submit broke off stands in the error', async () => {
  const body = (): AsyncIterable<string> => brokenOff('{"id":"cgt-2026-paid","status":"queued","url":"https://h/x","mo')
  const { provider, posts } = await bench(ark, () => ({ answer: { status: 200, headers: json, body: body() } }))
  const answer = await provider.submit(taskFor(ark))
  expect(answer).toMatchObject({ answer: 'unknown', error: expect.stringMatching(/it named id cgt-2026-paid$/) })
  expect(posts()).toBe(1)
})

test('an answer without an end is not read to its end: the outcome of a submit is unknown, a poll learns nothing', async () => {
  const sent = { bytes: 0 }
  const lie = (): Interception => ({ answer: { status: 200, headers: json, body: endless(sent) } })
  const atSubmit = await bench(ark, lie)
  expect(await atSubmit.provider.submit(taskFor(ark))).toMatchObject({
    answer: 'unknown',
    error: expect.stringContaining('larger than 8 MiB'),
  })
  const atPoll = await bench(ark, ({ method }) => (method === 'GET' ? lie() : undefined))
  const reference = await accepted(atPoll, ark)
  expect((await atPoll.provider.poll([reference], running)).get(reference)).toMatchObject({ state: 'fault' })
  expect(sent.bytes).toBeLessThan(2 ** 27)
})

test.each<[what: string, file: FakeAnswer]>([
  ['an empty file', { status: 200, headers: { 'content-type': 'video/mp4' }, body: '' }],
  ['a login page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><p>Sign in' }],
  ['a login page that is called a video', { status: 200, headers: { 'content-type': 'video/mp4' }, body: '<html>' }],
  ['an error in JSON', { status: 200, headers: json, body: '{"error":"expired"}' }],
])('%s is not stored as the result, and is asked for again', async (_what, file) => {
  const error = await collected(ark, file)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ResultGone)
})

test('a file without an end is not stored, with any answer of its host', async () => {
  const sent = { bytes: 0 }
  const open = await bench(ark, ({ path }) =>
    path.startsWith('/fake-files/')
      ? { answer: { status: 200, headers: { 'content-type': 'video/mp4' }, body: endless(sent) } }
      : undefined,
  )
  const reference = await accepted(open, ark)
  open.pass(1000)
  const upstream = { name: 'upstream', baseUrl: open.fake.baseUrl, apiKey: 'key', modelIds: {} }
  const task = { ...taskFor(ark), reference, snapshot: { state: 'completed' as const } }
  await expect(
    mappedProvider(ark, upstream, { maxFileBytes: 2 ** 20 }).collect(task, open.directory, running),
  ).rejects.toThrow('it is larger than 1048576 bytes')
})

test('a redirect of a result to this machine is not followed', async () => {
  const mapping = mappingOf('openai-videos')
  const elsewhere = await bench(ark, () => ({
    answer: { status: 200, headers: { 'content-type': 'video/mp4' }, body: 'x' },
  }))
  const open = await bench(mapping, ({ path }) =>
    path.endsWith('/content')
      ? { answer: { status: 302, headers: { location: `${elsewhere.fake.baseUrl}/secret` }, body: '' } }
      : undefined,
  )
  const reference = await accepted(open, mapping)
  open.pass(1000)
  const guarded = mappedProvider(
    mapping,
    { name: 'upstream', baseUrl: open.fake.baseUrl, apiKey: 'key', modelIds: {} },
    { fetchResult: guardedFetch() },
  )
  const task = { ...taskFor(mapping), reference, snapshot: { state: 'completed' as const } }
  await expect(guarded.collect(task, open.directory, running)).rejects.toThrow('fetch failed')
})

test('base64 that is none ends the task, which has no file', async () => {
  const mapping = mappingOf('openai-videos')
  for (const b64 of ['', '!!!not base64!!!', Buffer.from('{"error":"no"}').toString('base64')]) {
    const body = JSON.stringify({ created: 1, data: [{ b64_json: b64 === '' ? ' ' : b64 }] })
    const { provider } = await bench(mapping, () => ({ answer: { status: 200, headers: json, body } }))
    const task = {
      id: 'task_1',
      model: 'beta-5.0',
      kind: 'image' as const,
      parameters: { prompt: 'A boat', resolution: '2K', aspect_ratio: '1:1' },
    }
    const answer = await provider.submit(asked(task))
    if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
    const collecting = provider.collect(
      { ...task, reference: answer.reference, snapshot: { state: 'completed' } },
      temporaryFolder(),
      running,
    )
    await expect(collecting, b64).rejects.toBeInstanceOf(ResultGone)
  }
})

test('words of an upstream are cut, and lengths below 0 are none', async () => {
  const long = 'long words '.repeat(100_000)
  const { provider } = await bench(ark, () => ({
    answer: { status: 400, headers: json, body: JSON.stringify({ error: { message: long } }) },
  }))
  const answer = await provider.submit(taskFor(ark))
  if (answer.answer !== 'rejected') throw new Error(JSON.stringify(answer).slice(0, 200))
  expect(answer.error.length).toBeLessThan(2100)
  const operation = ark.operations.video
  if (operation === undefined) throw new Error('ark makes no videos')
  const told = { id: 'a', status: 'succeeded', duration: -5, content: { video_url: 'https://a.example/b' } }
  expect(readAnswer(operation, told)).not.toHaveProperty('seconds')
  expect(readId(operation, { id: 7 })).toBe('7')
})

test('a file is stored as it came', async () => {
  const file = await collected(ark, { status: 200, headers: { 'content-type': 'video/mp4' }, body: '\0\0\0\u0018ftyp' })
  if (file instanceof Error) throw file
  expect((await readFile(file.path)).length).toBe(8)
})

test.each(mappings.filter(([, { operations }]) => operations.video?.query !== undefined))(
  '%s: a task that was completed and is said to run is asked for again: a file that was paid for is not given up',
  async (_protocol, mapping) => {
    const open = await bench(mapping, () => undefined)
    const reference = await accepted(open, mapping)
    const task = { ...taskFor(mapping), reference, snapshot: { state: 'completed' as const } }
    const early = open.provider.collect(task, open.directory, running)
    await expect(early).rejects.toThrow(/completed the task, and says now that it is/)
    await expect(early).rejects.not.toBeInstanceOf(ResultGone)
    open.pass(1000)
    expect(await open.provider.collect(task, open.directory, running)).toMatchObject({ contentType: 'video/mp4' })
  },
)

test('what an upstream calls the status of a task holds its key in no reason, and is cut where it is long', async () => {
  const apiKey = 'sk-key-of-the-operator'
  const baseUrl = await localServer((request, response) => {
    request.resume()
    const status = `${apiKey} busy${'!'.repeat(1e5)}`
    response.writeHead(200, json).end(JSON.stringify({ id: 'cgt-1', status }))
  })
  const provider = mappedProvider(ark, { name: 'up', baseUrl, apiKey, modelIds: {} })
  const reference = await accepted({ provider }, ark)
  const said = /^.{1,100} \[redacted\] busy!{1900,2000}…$/
  expect(await provider.cancel?.(reference)).toEqual({
    answer: 'goes-on',
    reason: expect.stringMatching(said) as string,
  })
  const task = { ...taskFor(ark), reference, snapshot: { state: 'completed' as const } }
  await expect(provider.collect(task, temporaryFolder(), running)).rejects.toThrow(said)
})

/** What becomes of a result that fal names in a second answer, where that is this error. */
async function secondAnswered(status: number): Promise<unknown> {
  const fal = mappingOf('fal')
  const body = JSON.stringify({ detail: 'not today' })
  const open = await bench(fal, ({ method, path }) =>
    method === 'GET' && !path.endsWith('/status') ? { answer: { status, headers: json, body } } : undefined,
  )
  const reference = await accepted(open, fal)
  open.pass(1000)
  const task = { ...taskFor(fal), reference, snapshot: { state: 'completed' as const } }
  return open.provider.collect(task, open.directory, running).catch((error: unknown) => error)
}

test.each([401, 403, 408, 425, 429, 500, 503])(
  'a request for the result that is answered with %i says nothing of the result, which was paid for',
  async (status) => {
    const error = await secondAnswered(status)
    expect(error).toEqual(new Error('not today'))
    expect([error instanceof ResultGone, error instanceof ResultMissing]).toEqual([false, false])
  },
)

test.each([
  [404, ResultMissing],
  [410, ResultGone],
  [422, ResultGone],
])('a request for the result that is answered with %i proves so much', async (status, kind) => {
  expect(await secondAnswered(status)).toBeInstanceOf(kind)
})
