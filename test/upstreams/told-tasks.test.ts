import { expect, onTestFinished, test } from 'vitest'
import { asked } from '../../packages/service/test/support/asked.js'
import { serveFake } from '../../packages/service/src/commands/fake/serve-fake.js'
import { mappedProvider } from '../../packages/service/src/run/provider/mapped/provider.js'
import { exampleFolder, keyAt, mappingOf } from '../../packages/service/test/mapped/support.js'

/** A fake of a protocol, the bodies that it was sent by path, and a provider in front of it. */
async function served(protocol: string) {
  const mapping = mappingOf(protocol)
  const bodies = new Map<string, unknown>()
  const fake = await serveFake(mapping, {
    duration: 60_000,
    date: Date.now,
    intercept({ method, path, body }) {
      if (method === 'POST') bodies.set(path, JSON.parse(body))
      return undefined
    },
  })
  onTestFinished(() => fake.close())
  const upstream = {
    name: 'up',
    baseUrl: fake.baseUrl,
    apiKey: keyAt(mapping, fake, 'key'),
    modelIds: {},
    ...exampleFolder(mapping),
  }
  const provider = mappedProvider(mapping, upstream)
  const submit = async (model: string): Promise<string> => {
    const submitted = await provider.submit(
      asked({ id: 'task_1', model, kind: 'video', parameters: { prompt: 'A boat', duration: 5 } }),
    )
    if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
    return submitted.reference
  }
  return { fake, bodies, provider, submit }
}

test('a cancel with a body names the task there, and one whose body names another task is rejected', async () => {
  const { fake, bodies, provider, submit } = await served('vidu')
  const reference = await submit('gamma-1.1-t2v')
  const id = fake.tasks[0]?.id ?? ''
  const rejected = await fetch(`${fake.baseUrl}/tasks/${id}/cancel`, {
    method: 'POST',
    headers: { authorization: 'Token key', 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'another' }),
  })
  expect(rejected.status).toBe(400)
  expect(await rejected.text()).toContain(`/id of the body is not the task ${id}`)
  bodies.clear()
  await provider.cancel?.(reference)
  expect([...bodies]).toEqual([[`/tasks/${id}/cancel`, { id }]])
})

test("a number that an upstream takes as text is one for a vendor's own model too", async () => {
  const { fake, bodies, submit } = await served('kling')
  await submit('kling-v1-6')
  expect([...bodies.values()]).toMatchObject([{ model_name: 'kling-v1-6', duration: '5' }])
  expect(fake.tasks).toHaveLength(1)
})

test('an accepted submit has the status, and an error the number, without which a package does not read them', async () => {
  const { fake } = await served('openrouter')
  const headers = { authorization: 'Bearer key', 'content-type': 'application/json' }
  const body = JSON.stringify({ model: 'any', prompt: 'A boat' })
  const accepted = await fetch(`${fake.baseUrl}/videos`, { method: 'POST', headers, body })
  const id = fake.tasks[0]?.id ?? ''
  expect([accepted.status, await accepted.json()]).toEqual([
    202,
    { id, status: 'pending', polling_url: `${fake.baseUrl}/videos/${id}` },
  ])
  const missing = await fetch(`${fake.baseUrl}/videos/none`, { headers })
  expect([missing.status, await missing.json()]).toMatchObject([404, { error: { code: 404 } }])
})
