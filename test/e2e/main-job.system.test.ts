import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelTasks, TaskFailedError } from '@model-tasks/client'
import { expect, test } from 'vitest'
import { dataFolder, startProcess } from './support/service-process.js'

const quick = { pollInterval: 100 }

test('a typed request becomes a finished video on disk', async () => {
  const data = dataFolder()
  const { baseUrl, apiKey } = await startProcess(data)
  const client = new ModelTasks({ baseUrl, apiKey, ...quick })
  const handle = await client.submit('sd_2.0_discount', {
    prompt: 'A paper boat at dusk',
    duration: 4,
    resolution: '480p',
  })
  const task = await handle.wait()
  expect(task).toMatchObject({
    id: handle.id,
    object: 'video',
    model: 'sd_2.0_discount',
    status: 'completed',
    progress: 1,
    amount: 4,
    actualDuration: 4,
    error: null,
  })
  await handle.download(join(data, 'boat.mp4'))
  const file = await readFile(join(data, 'boat.mp4'))
  expect(file.subarray(4, 8).toString()).toBe('ftyp')
})

test('and an image', async () => {
  const data = dataFolder()
  const { baseUrl, apiKey } = await startProcess(data)
  const handle = await new ModelTasks({ baseUrl, apiKey, ...quick }).submit('beta-5.0', { prompt: '一只纸船' })
  await handle.download(join(data, 'boat.png'))
  const file = await readFile(join(data, 'boat.png'))
  expect([file.subarray(1, 4).toString(), file.readUInt32BE(16), file.readUInt32BE(20)]).toEqual(['PNG', 2048, 2048])
})

test('a failure the sandbox was asked for reaches the client as the task’s error', async () => {
  const { baseUrl, apiKey } = await startProcess(dataFolder())
  const client = new ModelTasks({ baseUrl, apiKey, ...quick })
  const failed = await client
    .run('beta-5.0', { prompt: 'x [[fail: invalid media type]]' })
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(TaskFailedError)
  expect((failed as TaskFailedError).message).toContain('invalid media type')
})

test('a service killed in the middle of a render finishes the task under the same id', async () => {
  const data = dataFolder()
  const first = await startProcess(data)
  const handle = await new ModelTasks({ ...first, ...quick }).submit('sd_2.0_discount', {
    prompt: 'A paper boat at dusk',
    duration: 5,
  })
  for await (const task of handle) {
    if (task.status === 'processing' && Number(task.progress) > 0) break
  }
  expect(await first.end('SIGKILL')).toBe('SIGKILL')
  const second = await startProcess(data)
  expect(second.apiKey).toBe(first.apiKey)
  const resumed = new ModelTasks({ ...second, ...quick }).task(handle.id)
  const task = await resumed.wait()
  expect(task).toMatchObject({ id: handle.id, status: 'completed', amount: 5 })
  await resumed.download(join(data, 'boat.mp4'))
})

test('a service told to stop resumes what it could not finish', async () => {
  const data = dataFolder()
  const config = join(data, 'config.json')
  await writeFile(config, '{ "shutdownTimeoutSeconds": 1 }')
  const first = await startProcess(data, { MODEL_TASKS_CONFIG: config })
  const handle = await new ModelTasks({ ...first, ...quick }).submit('beta-5.0', { prompt: 'x [[delay: 60s]]' })
  expect((await handle.query()).status).not.toBe('completed')
  const stopping = first.end('SIGTERM')
  const again = await new Promise<Response>((resolve, reject) => {
    const ask = (): void => {
      fetch(`${first.baseUrl}/v2/model-center/tasks`, {
        method: 'POST',
        headers: { authorization: `Bearer ${first.apiKey}`, 'content-type': 'application/json' },
        body: '{}',
      }).then((response) => (response.status === 400 ? setImmediate(ask) : resolve(response)), reject)
    }
    ask()
  })
  expect([again.status, again.headers.get('retry-after'), again.headers.get('content-type')]).toEqual([
    503,
    '5',
    expect.stringContaining('problem+json'),
  ])
  expect(await stopping).toBe(0)
  const second = await startProcess(data)
  expect((await new ModelTasks({ ...second, ...quick }).query(handle.id)).status).toMatch(/queued|processing/)
  await second.end('SIGKILL')
})
