const { mkdtemp, readFile, rm } = require('node:fs/promises')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const { ModelTasks, RequestInvalidError } = require('@model-tasks/client')
const { fileJournal } = require('@model-tasks/client/journal')
const { startFaultServer } = require('@model-tasks/client/testing')

test('runs a task, and stores its result', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-jest-'))
  const server = await startFaultServer()
  const journal = fileJournal(join(folder, 'journal.jsonl'))
  const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 5, journal })
  await expect(client.submit('sd_2.0_discount', { prompt: 'x', duration: 99 })).rejects.toBeInstanceOf(
    RequestInvalidError,
  )
  const handle = await client.submit('sd_2.0_discount', { prompt: 'A paper boat' })
  expect((await handle.wait()).status).toBe('completed')
  await handle.download(join(folder, 'clip.mp4'))
  expect((await readFile(join(folder, 'clip.mp4'))).equals(server.result)).toBe(true)
  await server.close()
  await rm(folder, { recursive: true })
})
