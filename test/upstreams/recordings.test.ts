import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ModelTasks } from '@model-tasks/client'
import { recordShapes } from '@model-tasks/client/policy'
import { startFaultServer } from '@model-tasks/client/testing'
import { loaders } from '@model-tasks/documents/upstreams'
import { expect, onTestFinished, test } from 'vitest'
import { asked } from '../../packages/service/test/support/asked.js'
import { serveFake } from '../../packages/service/src/commands/fake/serve-fake.js'
import { silentLog } from '../../packages/service/src/base/log.js'
import { mappedProvider } from '../../packages/service/src/run/provider/mapped/provider.js'
import { shapeRecorder } from '../../packages/service/src/run/provider/shape-recorder.js'

const drift = fileURLToPath(new URL('../../generator/dist/upstreams/drift/main.js', import.meta.url))
const log = { ...silentLog, error: (message: string) => void expect.fail(message) }

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'recordings-'))
  onTestFinished(() => {
    rmSync(path, { recursive: true, force: true })
  })
  return path
}

const recordingsIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.json'))

async function written(recordings: string, count: number): Promise<string> {
  await expect.poll(() => recordingsIn(recordings).length).toBe(count)
  return recordingsIn(recordings)
    .map((name) => readFileSync(join(recordings, name), 'utf8'))
    .join('\n')
}

const proposed = async (recordings: string): Promise<string> =>
  (await promisify(execFile)(process.execPath, [drift, recordings])).stdout

test('an upstream that moves its task ID is noticed from recorded shapes, and the edit is proposed', async () => {
  const { mapping } = await loaders.ark()
  const changed = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"task_id":"cgt-secret"}' }
  const fake = await serveFake(mapping, { intercept: () => ({ answer: changed, after: true }) })
  onTestFinished(() => fake.close())
  const recordings = folder()
  const record = shapeRecorder(recordings, log)
  const upstream = { name: 'ark', baseUrl: fake.baseUrl, apiKey: 'key', modelIds: {} }
  const provider = mappedProvider(mapping, upstream, { record })
  const task = { id: 'task_1', model: 'sd_2.0_discount', kind: 'video' as const, parameters: { prompt: 'A boat' } }
  for (let times = 0; times < 2; times += 1)
    expect(await provider.submit(asked(task))).toMatchObject({
      answer: 'unknown',
      error: expect.stringContaining('task ID'),
    })
  expect(await written(recordings, 1)).not.toContain('secret')
  const output = await proposed(recordings)
  expect(output).toContain('spec/upstreams/ark.json#/operations/video/id\n  proposed: "/task_id"')
  expect(output).toContain('evidence: none of 1 recorded shapes of a successful submit has /id')
})

test('an upstream that moves its result is noticed, since the state of the task is recorded with the shape', async () => {
  const { mapping } = await loaders.ark()
  const body = JSON.stringify({ id: 'cgt-1', status: 'succeeded', content: { clip_url: 'https://example.com/secret' } })
  const fake = await serveFake(mapping, { intercept: () => ({ answer: { status: 200, body } }) })
  onTestFinished(() => fake.close())
  const recordings = folder()
  const upstream = { name: 'ark', baseUrl: fake.baseUrl, apiKey: 'key', modelIds: {} }
  const provider = mappedProvider(mapping, upstream, { record: shapeRecorder(recordings, log) })
  await provider.poll(['video:sd:cgt-1'], new AbortController().signal)
  const text = await written(recordings, 1)
  expect(text).toContain('"state": "completed"')
  expect(text).not.toContain('secret')
  expect(await proposed(recordings)).toContain(
    'spec/upstreams/ark.json#/operations/video/results\n  proposed: "/content/clip_url"',
  )
})

/** The shape of an answer to a probe. */
const recordingOf = (http: number) =>
  ({ protocol: 'ark', request: 'probe', http, shape: { kind: 'null' } }) as unknown as Parameters<
    ReturnType<typeof shapeRecorder>
  >[0]

test('each different recording is written once, also where somebody has moved it away since', async () => {
  const recordings = folder()
  const record = shapeRecorder(recordings, log)
  record(recordingOf(200))
  await written(recordings, 1)
  const [first = ''] = recordingsIn(recordings)
  expect(first).toMatch(/^[0-9a-f]{32}\.json$/)
  rmSync(join(recordings, first))
  record(recordingOf(200))
  record(recordingOf(404))
  expect(await written(recordings, 1)).toContain('"http": 404')
  expect(readdirSync(recordings)).not.toContain(first)
})

test('a folder that cannot be written is one line in the log, however many answers are recorded', async () => {
  const file = join(folder(), 'a-file')
  writeFileSync(file, '')
  const recordings = join(file, 'recordings')
  const said: unknown[] = []
  const record = shapeRecorder(recordings, { ...silentLog, error: (_message, fields) => void said.push(fields) })
  record(recordingOf(200))
  await expect.poll(() => said).toEqual([{ folder: recordings, error: expect.objectContaining({ code: 'ENOTDIR' }) }])
  record(recordingOf(404))
  for (let turns = 0; turns < 5; turns += 1) await mkdir(recordings, { recursive: true }).catch(() => undefined)
  expect(said).toHaveLength(1)
})

test('shapes that a client records settle what the interface leaves open', async () => {
  const server = await startFaultServer()
  onTestFinished(() => server.close())
  const recordings = folder()
  const { baseUrl, apiKey } = server
  const client = new ModelTasks({
    baseUrl,
    apiKey,
    pollInterval: 1,
    fetch: recordShapes(fetch, shapeRecorder(recordings, log)),
  })
  await client.run('beta-5.0', { prompt: 'A paper boat' })
  await expect.poll(() => recordingsIn(recordings).length).toBeGreaterThan(1)
  const output = await proposed(recordings)
  expect(output).toMatch(/spec\/task\.schema\.json#\/properties\/progress\n {2}proposed: "type": /)
  expect(output).toContain('model-tasks submit: HTTP 200')
})

test.each([
  ['{"half', 'cannot be read: Unterminated string in JSON at position 6'],
  [undefined, 'cannot be read: ENOENT: no such file or directory'],
])('a recording that is %j is named in one line', async (content, message) => {
  const path = join(folder(), 'recording.json')
  if (content !== undefined) writeFileSync(path, content)
  const ended = await proposed(path).catch((error: { code: number; stderr: string }) => error)
  expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(/^\S+ .*\n$/) })
  expect(ended).toMatchObject({ stderr: expect.stringContaining(`${path} ${message}`) })
})
