import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { openOwnApi } from '../../packages/service/src/edge/native/own-api.js'
import { serviceBackend } from '../../packages/service/src/edge/native/service-backend.js'
import { createProtocolServer } from '../../packages/service/src/edge/protocol/server.js'
import { testService, type TestService } from '../../packages/service/test/support/service.js'
import { madeUp, seventhOperations } from './made-up.js'

/** A made-up protocol whose results are base64 alone. */
async function filesOnly(more: object = {}): Promise<Mapping> {
  const { video } = seventhOperations()
  const results = [{ base64: '/film', contentType: 'video/mp4', source: 'sdk' }]
  const { diagnostics, mapping } = await madeUp('files', { operations: { video: { ...video, results, ...more } } })
  expect(diagnostics).toEqual([])
  return mapping
}

/** Calls the native API of a protocol in front of a service, as a client of the vendor does. */
function nativeApi(mapping: Mapping, { service, key }: TestService, size?: number) {
  const app = fastify()
  onTestFinished(() => app.close())
  app.route({
    method: ['GET', 'POST', 'HEAD'],
    url: '/*',
    async handler({ method, url, headers, body }, reply) {
      const response = await fetch(new URL(url, service.baseUrl), {
        method,
        headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      })
      if (method === 'HEAD') reply.header('content-length', size ?? response.headers.get('content-length'))
      return reply.code(response.status).send(Buffer.from(await response.arrayBuffer()))
    },
  })
  const handle = createProtocolServer(
    mapping,
    serviceBackend(mapping, openOwnApi(app), {
      clock: { elapsed: () => 0, delay: () => Promise.resolve() },
      vendorModels: { aliases: {}, defaults: {} },
      carry: async (_model, parameters) => parameters,
      checkLimits: async () => undefined,
      once: async (_request, submit) => submit(undefined),
      removeResult: async () => undefined,
      detailsOf: async () => () => ({}),
    }),
  )
  return (method: string, path: string, body?: { [name: string]: string }) =>
    handle({ method, path, query: new URLSearchParams(), baseUrl: 'http://native', key, body, headers: {} })
}

async function completed(running: TestService): Promise<{ id: string; bytes: Buffer }> {
  const { body } = await running.submit({ model: 'sd_2.0_discount', prompt: 'A boat', duration: 5 })
  const { result_url: url } = await running.ended(body.id)
  return { id: body.id, bytes: Buffer.from(await (await fetch(url)).arrayBuffer()) }
}

test('a native API of a protocol whose results are base64 alone answers with the file', async () => {
  const running = await testService()
  const { id, bytes } = await completed(running)
  const call = nativeApi(await filesOnly(), running)
  const { body } = await call('GET', `/jobs/sd_2.0_discount/${id}`)
  expect(body).toMatchObject({ job: { phase: 'fine' }, film: bytes.toString('base64') })
  expect(bytes.length).toBeGreaterThan(0)
})

test('a native API whose answer to the submit is the file waits for the task, and answers with it', async () => {
  const running = await testService()
  const mapping = await filesOnly({
    id: undefined,
    query: undefined,
    cancel: undefined,
    status: undefined,
    progress: undefined,
  })
  const call = nativeApi(mapping, running)
  const { status, body } = await call('PUT', '/jobs/sd_2.0_discount', {
    script: 'A boat',
    length: 'PT5S',
    look: 'wide',
  })
  expect([status, body]).toEqual([200, { film: expect.stringMatching(/^[\w+/]+=*$/) }])
})

test('a result that is too large for an answer in base64 is an error that says where it is', async () => {
  const running = await testService()
  const { id } = await completed(running)
  const call = nativeApi(await filesOnly(), running, 2 ** 26)
  expect(await call('GET', `/jobs/sd_2.0_discount/${id}`)).toEqual({
    status: 500,
    body: {
      why: `the result is larger than 50331648 bytes, the most that is sent as base64; fetch it with GET /tasks/${id} of the service's own API`,
    },
    headers: {},
  })
})
