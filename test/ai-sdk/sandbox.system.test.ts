/** The unmodified `ai` in front of a service that renders real files: from a call to a file on the disk. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ModelTasks } from '@model-tasks/client'
import { fileJournal } from '@model-tasks/client/journal'
import { createModelTasks, file, optionsFor } from '@model-tasks/ai-sdk'
import { startService } from '@model-tasks/service'
import { experimental_generateVideo as generateVideo, generateImage } from 'ai'
import { expect, it, onTestFinished } from 'vitest'
import { dataFolder, startProcess } from '../e2e/support/service-process.js'
import { boat } from './calls.js'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'model-tasks-ai-sdk-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

it('a video and an image, with files from this machine among what they are made of', async () => {
  const service = await startService({ port: 0, dataDirectory: await folder(), rateLimit: 'off', shutdownTimeout: 0 })
  onTestFinished(() => service.close())
  const place = await folder()
  const apiKey = service.newKey ?? ''
  const models = createModelTasks({
    baseUrl: service.baseUrl,
    apiKey,
    pollInterval: 50,
    journal: fileJournal(join(place, 'journal.jsonl')),
  })
  const { images } = await generateImage({ model: models.image('beta-5.0'), prompt: 'A paper boat', n: 2 })
  await writeFile(join(place, 'boat.png'), images[0]?.uint8Array ?? '')
  expect((await readFile(join(place, 'boat.png'))).subarray(1, 4).toString()).toBe('PNG')

  const { video, providerMetadata } = await generateVideo({
    model: models.video('sd_2.0_discount'),
    prompt: { text: 'A paper boat', image: await readFile(join(place, 'boat.png')) },
    duration: 4,
    providerOptions: optionsFor('sd_2.0_discount', {
      resolution: '480p',
      last_image: [file(join(place, 'boat.png'))],
    }),
    poll: { intervalMs: 50 },
  })
  await writeFile(join(place, 'boat.mp4'), video.uint8Array)
  expect((await readFile(join(place, 'boat.mp4'))).subarray(4, 8).toString()).toBe('ftyp')
  expect(video.mediaType).toBe('video/mp4')

  const client = new ModelTasks({ baseUrl: service.baseUrl, apiKey })
  const { data } = await client.list()
  expect(data.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  expect(providerMetadata['modelTasks']).toMatchObject({
    tasks: [{ id: data[0]?.id }],
    videos: [{ taskId: data[0]?.id }],
  })
  expect((await models.unfinished()).tasks).toEqual([])
})

it('a service that is killed in the middle and comes back ends the same task', async () => {
  const data = dataFolder()
  const service = await startProcess(data)
  const { baseUrl, apiKey } = service
  const models = createModelTasks({ baseUrl, apiKey, pollInterval: 50, logger: {} })
  const call = generateVideo({
    model: models.video('sd_2.0_discount'),
    ...boat,
    prompt: '[[delay: 2s]] A paper boat',
    poll: { intervalMs: 50 },
  })
  await expect.poll(async () => (await models.unfinished()).tasks.length).toBe(1)
  await service.end('SIGKILL')
  await startProcess(data, { MODEL_TASKS_PORT: new URL(baseUrl).port })
  expect((await call).video.uint8Array.length).toBeGreaterThan(0)
  expect((await new ModelTasks({ baseUrl, apiKey }).list()).data.length).toBe(1)
})
