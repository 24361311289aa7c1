import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loaders } from '@model-tasks/spec/upstreams'
import { expect, onTestFinished, test } from 'vitest'
import { serveFake } from '../../src/fake/serve-fake.js'
import { mappedProvider } from '../../src/provider/mapped/provider.js'
import { temporaryFolder } from '../support/folder.js'
import { running } from './support.js'

test('a result in the answer to a submit outlives the service, and goes once its task has ended', async () => {
  const { mapping } = await loaders['openai-videos']()
  const picture = Buffer.from('a picture')
  const fake = await serveFake(mapping, {
    intercept: () => ({
      answer: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ created: 1, data: [{ b64_json: picture.toString('base64') }] }),
      },
    }),
  })
  onTestFinished(() => fake.close())
  const heldDirectory = join(temporaryFolder(), 'held')
  const start = () =>
    mappedProvider(mapping, { name: 'images', baseUrl: fake.baseUrl, apiKey: 'key', modelIds: {} }, { heldDirectory })
  const task = {
    id: 'task_1',
    model: 'beta-5.0',
    kind: 'image' as const,
    parameters: { prompt: 'A boat', resolution: '2K', aspect_ratio: '1:1' },
  }
  const submitted = await start().submit(task)
  if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
  const { reference } = submitted
  const next = start()
  const snapshot = (await next.poll([reference], running)).get(reference)
  expect(snapshot).toMatchObject({ state: 'completed' })
  // Storing may fail after the file was fetched: it has to be there again.
  for (let times = 0; times < 2; times += 1) {
    const collected = { ...task, reference, snapshot: { state: 'completed' as const } }
    const { path, contentType } = await next.collect(collected, temporaryFolder(), running)
    expect([readFileSync(path), contentType]).toEqual([picture, 'image/png'])
  }
  await next.forget?.(reference)
  expect(readdirSync(heldDirectory)).toEqual([])
  expect((await next.poll([reference], running)).get(reference)).toMatchObject({ state: 'failed' })
})
