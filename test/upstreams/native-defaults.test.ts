import { expect, test } from 'vitest'
import { models } from '@model-tasks/documents/upstreams/models'
import type { JsonObject } from '@model-tasks/documents/upstreams/interpreter'
import type { ProtocolBackend } from '../../packages/service/src/edge/protocol/backend.js'
import { createProtocolServer } from '../../packages/service/src/edge/protocol/server.js'
import { madeUp, seventhOperations } from './made-up.js'

/** The made-up protocol with a path of its own for 1080p, in front of a model that makes 1080p of a prompt with pictures. */
async function native(submitted: JsonObject[]) {
  const { video } = seventhOperations()
  const paths = [{ when: [{ parameter: 'resolution', among: ['1080p'] }], path: '/large/{model}' }]
  const submit = { method: 'PUT', path: '/jobs/{model}', paths, source: 'sdk' }
  const look = { to: '/look', from: 'resolution', source: 'sdk' }
  const rows = [...video.rows.filter((row) => !('join' in row)), look]
  const drops = [{ parameter: 'aspect_ratio', reason: 'the pictures say it', source: 'sdk' }]
  const { diagnostics, mapping } = await madeUp('native', { operations: { video: { ...video, submit, rows, drops } } })
  expect(diagnostics).toEqual([])
  const facts = models['sd_2.0_discount']
  if (facts === undefined) throw new Error('the catalogue has changed')
  const backend: Pick<ProtocolBackend, 'model' | 'submit'> = {
    model: (id) => ({
      id,
      facts,
      defaultsFor: (parameters): JsonObject =>
        parameters['reference_images'] === undefined || parameters['resolution'] !== undefined
          ? {}
          : { resolution: '1080p' },
    }),
    async submit(_model, parameters) {
      submitted.push(parameters)
      return { id: 'task_1', kind: 'video', state: 'queued', model: 'm', created: 0 }
    },
  }
  // A submit asks nothing else.
  const handle = createProtocolServer(mapping, backend as ProtocolBackend)
  return (path: string, body: JsonObject) =>
    handle({
      method: 'PUT',
      path,
      query: new URLSearchParams(),
      baseUrl: '',
      key: 'k',
      body,
      headers: { 'x-kind': 'film' },
    })
}

test('a path is judged with the defaults that depend on the request', async () => {
  const submitted: JsonObject[] = []
  const call = await native(submitted)
  const frames = [{ kind: 'still', href: 'https://example.com/a.png' }]
  expect(await call('/large/m', { script: 'A boat', frames })).toMatchObject({ status: 200 })
  // What is filled in is not what was sent: the service fills it in itself.
  expect(submitted).toMatchObject([{ prompt: 'A boat', reference_images: ['https://example.com/a.png'] }])
  expect(submitted[0]).not.toHaveProperty('resolution')
  expect(await call('/jobs/m', { script: 'A boat', frames })).toMatchObject({
    status: 400,
    body: { why: 'a request like this is sent to /large/m' },
  })
  expect(await call('/jobs/m', { script: 'A boat' })).toMatchObject({ status: 200 })
})
