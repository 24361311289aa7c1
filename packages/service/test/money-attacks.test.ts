/** Upstreams that lie about whose task is meant. The vendor here is none of the fakes that the other tests use. */
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { ended, relay, upstreamOf } from './support/relay.js'
import { testService, video } from './support/service.js'
import { localServer } from './support/local-server.js'

interface Made {
  id: string
  status: string
  amount?: number
}

/** A vendor whose answers a test can replace; what it has made is what it asks money for. */
async function vendor(lies: { idOf?: (number: number) => string; cancel?: (made: Made) => [number, object] } = {}) {
  const made: Made[] = []
  const cancels: string[] = []
  const answer = async (request: IncomingMessage): Promise<[number, object | string]> => {
    for await (const _ of request) continue
    const { method = '', url = '' } = request
    const [, id = '', verb] = /\/tasks\/([^/]+)(?:\/(\w+))?$/.exec(url) ?? []
    if (url.endsWith('/capabilities')) return [200, { object: 'capabilities', extensions: ['cancel'] }]
    if (url.startsWith('/files/')) return [200, `a film of ${url.slice(7)}`]
    if (method === 'POST' && verb === undefined) {
      made.push({ id: lies.idOf?.(made.length) ?? `made-${made.length}`, status: 'processing' })
      return [200, shown(made.at(-1)!)]
    }
    const task = made.find((one) => one.id === id)
    if (verb === 'cancel') {
      cancels.push(id)
      return lies.cancel?.(task ?? { id, status: 'failed', amount: 0 }) ?? [409, { title: 'It runs already' }]
    }
    return task === undefined ? [404, { title: 'No such task' }] : [200, shown(task)]
  }
  const shown = (task: Made): object => ({
    ...{ object: 'video', created: 1, model: video.model, error: null, ...task },
    ...(task.status === 'completed' && { result_url: `${origin}/files/${task.id}` }),
  })
  const origin = await localServer((request, response) => {
    void answer(request).then(([status, body]) => {
      const type = typeof body === 'string' ? 'video/mp4' : 'application/json'
      response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  return { made, cancels, upstream: upstreamOf({ name: 'alpha', baseUrl: `${origin}/api`, apiKey: 'key' }) }
}

test('a vendor that rejects the cancel and makes the film is paid, and the film is the caller’s', async () => {
  const { made, cancels, upstream } = await vendor()
  const { call, when, meanwhile } = await relay(upstream)
  const { body } = await call('POST', '/tasks', video)
  await when(body.id, ({ status }) => status === 'processing' && made.length === 1)
  await meanwhile(call('POST', `/tasks/${body.id}/cancel`))
  expect(cancels).toEqual(['made-0'])
  made[0]!.status = 'completed'
  expect(await when(body.id, ended)).toMatchObject({ status: 'completed', amount: 5 })
})

test('a vendor that answers with the ID of another task has taken nothing that is known: no caller gets the film of another', async () => {
  const { made, upstream } = await vendor({ idOf: () => 'one-for-all' })
  const { call, when } = await relay(upstream)
  const first = (await call('POST', '/tasks', video)).body.id
  await when(first, ({ status }) => status === 'processing' && made.length === 1)
  const second = (await call('POST', '/tasks', { ...video, prompt: 'another boat' })).body.id
  await when(second, () => made.length === 2)
  for (const one of made) one.status = 'completed'
  expect(await when(first, ended)).toMatchObject({ status: 'completed', amount: 5 })
  const task = await when(second, ended)
  expect(task).toMatchObject({ status: 'failed', amount: 5 })
  expect(task.error).toContain('the upstream answered with one-for-all, the ID of another task')
  expect(made, 'and nothing is asked for again').toHaveLength(2)
})

test.each([
  ['another host', 'host', 'made-000000000000', false],
  ['another account of the same host, under a short ID', 'key', '4711', true],
])('a cancel that %s confirms gives no credits back', async (_, what, reference, sameHost) => {
  const confirms = {
    idOf: () => reference,
    cancel: (task: object): [number, object] => [
      200,
      { object: 'video', created: 1, model: video.model, error: 'cancelled', ...task },
    ],
  }
  const [alpha, other] = [await vendor(confirms), await vendor(confirms)]
  const first = await relay(alpha.upstream)
  const { body } = await first.call('POST', '/tasks', video)
  await first.when(body.id, ({ status }) => status === 'processing' && alpha.made.length === 1)
  await first.meanwhile(new Promise((resolve) => setTimeout(resolve, 30)))
  await first.close()
  const changed = sameHost ? { ...alpha.upstream, apiKey: 'another' } : other.upstream
  const moved = await relay(changed, first)
  await moved.meanwhile(moved.call('POST', `/tasks/${body.id}/cancel`))
  const task = await moved.when(body.id, ended)
  expect([...alpha.cancels, ...other.cancels]).toEqual([])
  expect(task).toMatchObject({ status: 'failed', amount: 5 })
  expect(task.error).toContain(`the ${what} of the upstream alpha has changed since the task was submitted`)
})

test.each(['assetId://not-mine', 'ASSETID://not-mine', ' assetid://not-mine '])(
  'an asset that is not the account’s is found at any depth of a model that has no reference, written as %j',
  async (reference) => {
    const { submit } = await testService()
    const request = { model: 'sd_2.0_special', prompt: 'a boat', scenes: [[{ cast: { lead: { look: [reference] } } }]] }
    const { status, body } = await submit(request)
    expect(status).toBe(400)
    expect(body.findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { rule: 'asset-unavailable', path: '/scenes/0/0/cast/lead/look/0' },
    ])
  },
)
