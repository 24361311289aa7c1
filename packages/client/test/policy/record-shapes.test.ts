import { expect, it } from 'vitest'
import { recordShapes, type ShapeRecording } from '../../src/policy/index.js'

const url = 'http://service.example/api/v2/model-center/tasks'
const json = { 'content-type': 'application/json' }

/** What is recorded of an answer to a submit, and the answer as the caller gets it. */
async function record(answer: Response): Promise<{ recordings: ShapeRecording[]; response: Response }> {
  const recordings: ShapeRecording[] = []
  const send = recordShapes(
    () => Promise.resolve(answer),
    (recording) => recordings.push(recording),
  )
  return { recordings, response: await send(url, { method: 'POST' }) }
}

it('passes on the answer itself, and records its shape alone', async () => {
  const answer = new Response('{"id":"secret","progress":7}', { status: 201, headers: json })
  const { recordings, response } = await record(answer)
  expect(response).toBe(answer)
  expect(await response.json()).toEqual({ id: 'secret', progress: 7 })
  expect(recordings).toMatchObject([{ protocol: 'model-tasks', request: 'submit', http: 201 }])
  expect(JSON.stringify(recordings)).not.toContain('secret')
})

it('reads no more than 8 MiB of an answer, and passes it on', async () => {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= 20) return controller.close()
      sent++
      controller.enqueue(new Uint8Array(2 ** 20))
    },
  })
  const { recordings, response } = await record(new Response(body, { headers: json }))
  expect(recordings).toEqual([])
  expect(sent).toBeLessThan(14)
  expect((await response.arrayBuffer()).byteLength).toBe(20 * 2 ** 20)
})

it('leaves an answer that breaks off to the caller', async () => {
  const body = new ReadableStream({
    pull: (controller) => {
      controller.error(new Error('reset'))
    },
  })
  const { recordings, response } = await record(new Response(body, { headers: json }))
  expect(recordings).toEqual([])
  await expect(response.text()).rejects.toThrow('reset')
})

it.each([
  ['POST', url, 'submit'],
  ['post', `${url}?a#b`, 'submit'],
  ['GET', `${url}/a1`, 'query'],
  [undefined, `${url}/a1`, 'query'],
  ['GET', url, undefined],
  ['POST', `${url}/a1`, undefined],
  ['POST', `${url}/quote`, undefined],
  ['DELETE', `${url}/a1`, undefined],
  ['GET', `${url}/a1/`, undefined],
  ['GET', `${url}/a1/events`, undefined],
])('%s %s is a %s', async (method, place, request) => {
  const recordings: ShapeRecording[] = []
  const answer = (): Promise<Response> => Promise.resolve(new Response('{}', { headers: json }))
  const send = recordShapes(answer, (recording) => recordings.push(recording))
  await (method === undefined ? send(place) : send(place, { method }))
  await send(new Request(place, method === undefined ? {} : { method }))
  expect(recordings.map((recording) => recording.request)).toEqual(request === undefined ? [] : [request, request])
})

it('records nothing of an answer that is not JSON', async () => {
  expect((await record(new Response('{}', { headers: { 'content-type': 'text/html' } }))).recordings).toEqual([])
  expect((await record(new Response('no', { headers: json }))).recordings).toEqual([])
})
