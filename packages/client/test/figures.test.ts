/** The figures that the README promises, each at its limit. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ModelTasks } from '../src/index.js'
import { fileJournal } from '../src/journal/index.js'

it('an answer is read up to 8 MiB, and not a byte more', async () => {
  const task = JSON.stringify({ id: 't1', object: 'video', status: 'completed' })
  let length = 8 * 2 ** 20
  const fetch = (): Promise<Response> => Promise.resolve(new Response(task.padEnd(length)))
  const client = new ModelTasks({ baseUrl: 'http://service.example/api', apiKey: 'k', fetch })
  expect((await client.query('t1')).status).toBe('completed')
  length++
  await expect(client.query('t1')).rejects.toMatchObject({
    name: 'ConnectionError',
    summary: expect.stringContaining('it was larger than 8 MiB') as string,
  })
})

it('a journal that is compacted keeps the latest 1,000 tasks that have ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-figures-'))
  const path = join(folder, 'tasks.jsonl')
  const entries = Array.from({ length: 1_001 }, (_, index) => [
    { event: 'submitted', key: `k${index}`, id: `t${index}`, at: '' },
    { event: 'ended', id: `t${index}`, status: 'completed', at: '' },
  ]).flat()
  await writeFile(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  expect(await fileJournal(path).compact()).toBe(true)
  const kept = (await readFile(path, 'utf8')).split('\n').filter((line) => line.includes('"submitted"'))
  await rm(folder, { recursive: true })
  expect(kept).toHaveLength(1_000)
  expect(kept[0]).toContain('"t1"')
})
