/** A submit that answers with the file itself: what is kept of it, and what each other answer proves. */
import { readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loaders } from '@model-tasks/documents/upstreams'
import type { Clock } from '@model-tasks/client/policy'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeFile } from '../../src/commands/fake/fake-file.js'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import type { UpstreamProvider } from '../../src/domain/provider/provider.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { asked } from '../support/asked.js'
import { temporaryFolder } from '../support/folder.js'
import { running, standingClock } from './support.js'

const { mapping } = await loaders.stability()
const { bytes: picture } = fakeFile('image')
const task = { id: 'task_1', model: 'beta-5.0', kind: 'image' as const, parameters: { prompt: 'A boat' } }
const modelIds = { 'beta-5.0': 'generate/core' }

/** An upstream that answers every request in this way, and how often it was asked. */
async function answering(answer: (response: ServerResponse) => void, parts: { clock?: Clock } = {}) {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume().on('end', () => {
      answer(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const upstream = { name: 'up', baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key', modelIds }
  const arrived = (count: number): Promise<void> => vi.waitUntil(() => requests === count).then(() => undefined)
  return { provider: mappedProvider(mapping, upstream, parts), requests: () => requests, arrived }
}

async function collected(provider: UpstreamProvider) {
  const answer = await provider.submit(asked(task))
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  const { reference } = answer
  expect((await provider.poll([reference], running)).get(reference)).toMatchObject({ state: 'completed' })
  const completed = { ...task, reference, snapshot: { state: 'completed' as const } }
  return provider.collect(completed, temporaryFolder(), running)
}

test('the answer to a submit is kept byte by byte, as the type that it says', async () => {
  const { provider, requests } = await answering((response) => {
    response.writeHead(200, { 'content-type': 'image/webp; charset=binary' }).end(picture)
  })
  const file = await collected(provider)
  expect([readFileSync(file.path), file.contentType, file.unframed]).toEqual([picture, 'image/webp', undefined])
  expect(requests()).toBe(1)
})

test('a file without a stated length is kept, and what it holds has to prove that it is whole', async () => {
  const { provider } = await answering((response) => {
    response.socket?.end(
      Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: image/png\r\nconnection: close\r\n\r\n'), picture]),
    )
  })
  const file = await collected(provider)
  expect([readFileSync(file.path), file.unframed]).toEqual([picture, true])
})

test.each<[string, (response: ServerResponse) => void, object]>([
  [
    'a file that is cut',
    (response) => {
      const headers = { 'content-type': 'image/png', 'content-length': '5000', 'x-request-id': 'req_17' }
      response.writeHead(200, headers).write(picture, () => response.socket?.destroy())
    },
    { answer: 'unknown', error: expect.stringMatching(/before its answer broke off it named request ID req_17$/) },
  ],
  [
    'a page of HTML that is called an image',
    (response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<html>maintenance</html>'),
    { answer: 'unknown', error: 'Stability AI answered HTTP 200 with something that is not a file' },
  ],
  [
    'nothing at all',
    (response) => response.writeHead(200, { 'content-type': 'image/png' }).end(),
    { answer: 'unknown', error: 'Stability AI answered HTTP 200 with something that is not a file' },
  ],
  [
    'a file of another kind',
    (response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end(picture),
    { answer: 'unknown', error: 'Stability AI answered HTTP 200 with something that is not a file' },
  ],
  [
    'JSON without a file',
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"1"}'),
    { answer: 'unknown', error: 'Stability AI answered HTTP 200 without a result' },
  ],
  [
    'a text that is not permitted',
    (response) =>
      response
        .writeHead(403, { 'content-type': 'application/json' })
        .end('{"id":"1","name":"content_moderation","errors":["Your request was flagged."]}'),
    { answer: 'rejected', error: 'Stability AI: Your request was flagged. (HTTP 403, content_moderation)' },
  ],
  [
    'a key that may not',
    (response) =>
      response
        .writeHead(403, { 'content-type': 'application/json' })
        .end('{"id":"1","name":"permission_denied","errors":["No."]}'),
    { answer: 'not-accepted', pause: { reason: 'forbidden' } },
  ],
])('an answer that is %s proves what it does, and the submit is not repeated', async (_name, answer, proven) => {
  const { provider, requests } = await answering(answer)
  expect(await provider.submit(asked(task))).toMatchObject(proven)
  expect(requests()).toBe(1)
})

test('a file that is larger than what is kept leaves the outcome unknown', async () => {
  const chunk = Buffer.alloc(2 ** 20)
  const { provider } = await answering((response) => {
    response.writeHead(200, { 'content-type': 'image/png' })
    for (let at = 0; at < 49; at += 1) response.write(chunk)
    response.end()
  })
  expect(await provider.submit(asked(task))).toMatchObject({
    answer: 'unknown',
    error: expect.stringContaining(`it is larger than ${48 * 2 ** 20} bytes`),
  })
})

test('a fake answers with the file, and with JSON where only that is accepted', async () => {
  const fake = await serveFake(mapping, { key: 'key' })
  onTestFinished(() => fake.close())
  const submit = (accept: string): Promise<Response> => {
    const body = new FormData()
    body.append('prompt', 'A boat')
    const headers = { accept, authorization: 'Bearer key' }
    return fetch(`${fake.baseUrl}/v2beta/stable-image/generate/core`, { method: 'POST', headers, body })
  }
  const file = await submit('image/*')
  expect([file.headers.get('content-type'), Buffer.from(await file.arrayBuffer())]).toEqual(['image/png', picture])
  const json = await submit('application/json')
  expect(await json.json()).toEqual({ image: picture.toString('base64'), finish_reason: 'SUCCESS' })
})

test('a submit waits four minutes for its result, longer than for any other answer, and then its outcome is unknown', async () => {
  const clock = standingClock()
  const responses: ServerResponse[] = []
  const { provider, arrived } = await answering((response) => void responses.push(response), { clock })
  const late = provider.submit(asked(task))
  await arrived(1)
  clock.move(239_000)
  responses[0]?.writeHead(200, { 'content-type': 'image/png' }).end(picture)
  expect(await late).toMatchObject({ answer: 'accepted' })
  const hanging = provider.submit(asked({ ...task, id: 'task_2' }))
  await arrived(2)
  clock.move(240_000)
  expect(await hanging).toMatchObject({ answer: 'unknown' })
  // A service that stops waits as long.
  expect(provider.submitTime).toBe(240_000)
})
