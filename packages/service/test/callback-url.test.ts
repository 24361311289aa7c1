/** Which URLs a submit may name in its header `Callback-Url`. */
import { expect, test } from 'vitest'
import { image, testService } from './support/service.js'

const callbacks = { secret: Buffer.alloc(32, 'c'), hosts: ['hooks.example', '*.orders.example'] }

test.each([
  ['http://hooks.example/', 'must be an https URL'],
  ['https://user:pw@hooks.example/', 'without user'],
  ['https://user@hooks.example/', 'without user'],
  ['https://:pw@hooks.example/', 'without user, password'],
  ['https://hooks.example/#part', 'and fragment'],
  ['hooks.example', 'must be an https URL'],
  ['https://evil.example/', 'its host must be one of hooks.example, *.orders.example'],
  ['https://orders.example/', 'its host must be one of'],
  ['https://evilorders.example/', 'its host must be one of'],
  [`https://hooks.example/${'x'.repeat(1979)}`, 'at most 2000 characters'],
])('Callback-Url %s is rejected', async (url, message) => {
  const { call } = await testService({ callbacks })
  const answer = await call('POST', '/tasks', { body: image, headers: { 'callback-url': url } })
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining(message)])
})

test.each([`https://hooks.example/${'x'.repeat(1978)}`, 'https://new.orders.example/?task=1'])(
  'Callback-Url %s is accepted',
  async (url) => {
    const { call } = await testService({ callbacks })
    expect((await call('POST', '/tasks', { body: image, headers: { 'callback-url': url } })).status).toBe(200)
  },
)

test('Callback-Url may have any host where the operator names none', async () => {
  const { call } = await testService({ callbacks: { ...callbacks, hosts: undefined } })
  const headers = { 'callback-url': 'https://203.0.113.7/hook' }
  expect((await call('POST', '/tasks', { body: image, headers })).status).toBe(200)
})

test('Callback-Url is rejected where it is not configured', async () => {
  const { call } = await testService()
  const answer = await call('POST', '/tasks', { body: image, headers: { 'callback-url': 'https://hooks.example/' } })
  expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining('takes no Callback-Url')])
})
