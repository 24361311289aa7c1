import { expect, onTestFinished, test } from 'vitest'
import { serveFake } from '../../src/fake/serve-fake.js'
import { checkUpstreams } from '../../src/provider/mapped/check.js'
import type { Upstream } from '../../src/settings/settings.js'
import { startService } from '../../src/start.js'
import { temporaryFolder } from '../support/folder.js'
import { mappings, taskFor } from './support.js'
import { protocols } from '@model-tasks/spec/upstreams'

function upstreamAt(baseUrl: string, named: string): Upstream {
  const protocol = protocols.find((one) => one === named)
  return {
    name: 'fake',
    baseUrl,
    apiKey: 'key-of-the-upstream',
    models: undefined,
    modelIds: {},
    requestsPerSecond: 50,
    concurrency: 10,
    statuses: {},
    pollDeadline: 60_000,
    ...(protocol === undefined ? {} : { protocol }),
  }
}

test.each(mappings)('%s: the service completes a task at its upstream and stores the file', async (name, mapping) => {
  const fake = await serveFake(mapping, { key: 'key-of-the-upstream' })
  onTestFinished(() => fake.close())
  const service = await startService({
    port: 0,
    shutdownTimeout: 0,
    siteDirectory: '/nowhere',
    dataDirectory: temporaryFolder(),
    provider: 'relay',
    checkMedia: false,
    upstreams: [upstreamAt(fake.baseUrl, name)],
  })
  onTestFinished(() => service.close())
  const headers = { authorization: `Bearer ${service.newKey ?? ''}`, 'content-type': 'application/json' }
  const tasks = `${service.baseUrl}/v2/model-center/tasks`
  const { model, parameters } = taskFor(mapping)
  const submitted = await fetch(tasks, { method: 'POST', headers, body: JSON.stringify({ model, ...parameters }) })
  const { id } = (await submitted.json()) as { id: string }
  let task: { status?: string; result_url?: string; error?: string } = {}
  await expect
    .poll(async () => {
      task = (await (await fetch(`${tasks}/${id}`, { headers })).json()) as typeof task
      return task.status
    })
    .toMatch(/completed|failed/)
  expect(task).toMatchObject({ status: 'completed', error: null })
  expect((await (await fetch(task.result_url ?? '')).arrayBuffer()).byteLength).toBeGreaterThan(0)
  expect(fake.tasks).toHaveLength(1)
})

test('upstreams check tells accepted keys from others, and what it cannot test', async () => {
  for (const [name, mapping] of mappings) {
    const fake = await serveFake(mapping, { key: 'key-of-the-upstream' })
    onTestFinished(() => fake.close())
    const good = await checkUpstreams([{ ...upstreamAt(fake.baseUrl, name), models: ['sd_2.0_discount'] }])
    expect(good.ok).toBe(true)
    expect(good.lines[0]).toContain(mapping.probe === undefined ? 'cannot be tested' : 'the key is accepted')
    expect(good.lines[1]).toMatch(/test requests can be carried/)
    const bad = await checkUpstreams([{ ...upstreamAt(fake.baseUrl, name), apiKey: 'wrong-key' }])
    expect(bad.ok).toBe(mapping.probe === undefined)
    expect(bad.lines.join()).not.toContain('wrong-key')
    expect(fake.tasks).toEqual([])
  }
})
