import { expect, test } from 'vitest'
import { image, testService, video } from './support/service.js'

const key = { 'idempotency-key': 'one' }

test('a submit that was accepted is answered again when its asset is gone, and no other is', async () => {
  const { call, submit } = await testService()
  const upload = { body: '"x"', headers: { 'content-type': 'image/png' } }
  const { body: asset } = await call('POST', '/assets', upload)
  const request = { ...video, reference_images: [`assetId://${asset.id}`] }
  const first = await submit(request, key)
  expect(first.status).toBe(200)
  expect((await call('DELETE', `/assets/${asset.id}`)).status).toBe(204)
  const again = await submit(request, key)
  expect([again.status, again.body.id]).toEqual([200, first.body.id])
  expect((await submit(request, { 'idempotency-key': 'two' })).status).toBe(400)
  expect((await submit({ ...request, duration: 6 }, key)).status, 'another body').toBe(400)
  expect((await call('GET', '/tasks')).body.data).toHaveLength(1)
})

test('a submit that was accepted is answered again when its callback is not allowed any more', async () => {
  const {
    service,
    submit,
    folder,
    key: apiKey,
  } = await testService({ callbacks: { secret: Buffer.alloc(32, 'c'), hosts: ['hooks.example'] } })
  const headers = { ...key, 'callback-url': 'https://hooks.example/x' }
  const first = await submit(image, headers)
  expect(first.status).toBe(200)
  await service.close()
  const later = await testService({ dataDirectory: folder, key: apiKey })
  const again = await later.submit(image, headers)
  expect([again.status, again.body.id]).toEqual([200, first.body.id])
  expect((await later.submit(image, { ...headers, 'idempotency-key': 'two' })).status).toBe(400)
})
