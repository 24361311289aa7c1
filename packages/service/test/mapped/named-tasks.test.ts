import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { write, type Json } from '@model-tasks/documents/upstreams/interpreter'
import { expect, onTestFinished, test } from 'vitest'
import type { InterceptedRequest, Interception } from '../../src/commands/fake/serve-fake.js'
import { mappingOf, openBench, running, taskFor } from './support.js'

const json = { 'content-type': 'application/json' }
const veo = mappingOf('veo')
const vertex = mappingOf('vertex')

async function bench(mapping: typeof veo, intercept?: (request: InterceptedRequest) => Interception | undefined) {
  const opened = await openBench(mapping, intercept)
  onTestFinished(() => opened.close())
  return opened
}

async function accepted({ provider }: Awaited<ReturnType<typeof bench>>, mapping = veo): Promise<string> {
  const answer = await provider.submit(taskFor(mapping))
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.reference
}

test('the slashes of an ID stay in the path of its query, and each part is encoded', async () => {
  const seen: string[] = []
  const name = 'models/veo/operations/a?b#c d%2F'
  const opened = await bench(veo, ({ method, path }) => {
    if (method === 'GET') seen.push(path)
    return method === 'POST' ? { answer: { status: 200, headers: json, body: JSON.stringify({ name }) } } : undefined
  })
  await opened.provider.poll([await accepted(opened)], running)
  expect(seen).toEqual(['/models/veo/operations/a%3Fb%23c%20d%252F'])
})

test.each(['../x', 'a/../x', 'a/..', './x', 'a//x', '/x', 'x/', '..', ''])(
  'the ID %j would lead to another path: the outcome is unknown',
  async (name) => {
    for (const mapping of [veo, vertex]) {
      const body = JSON.stringify({ name })
      const { provider } = await bench(mapping, () => ({ answer: { status: 200, headers: json, body } }))
      expect(await provider.submit(taskFor(mapping))).toMatchObject({ answer: 'unknown' })
    }
  },
)

test('a query that names its task in the body sends it as the upstream gave it', async () => {
  const asked: [path: string, body: Json][] = []
  const opened = await bench(vertex, ({ path, body }) => {
    if (path.endsWith(':fetchPredictOperation')) asked.push([path, JSON.parse(body) as Json])
    return undefined
  })
  const reference = await accepted(opened, vertex)
  expect((await opened.provider.poll([reference], running)).get(reference)).toMatchObject({ state: 'running' })
  const id = opened.fake.tasks[0]?.id
  const { model } = taskFor(vertex)
  const operationName = `publishers/google/models/${model}/operations/${id}`
  expect(asked).toEqual([[`/publishers/google/models/${model}:fetchPredictOperation`, { operationName }]])
})

/** Collects a task of Veo whose file is at the URL that `urlOf` makes of the fake's. Answers what came of it. */
async function collected(urlOf: (baseUrl: string) => string): Promise<unknown> {
  const at = veo.operations.video?.answer.results[0]
  if (at?.kind !== 'url') throw new Error('the mapping has no URL')
  const opened = await bench(veo, ({ path }) => {
    const id = opened.fake.tasks[0]?.id
    if (id === undefined || !path.endsWith(id) || path.startsWith('/fake-files/')) return undefined
    const named = write({ name: `models/x/operations/${id}`, done: true }, at.at, urlOf(opened.fake.baseUrl))
    const body = JSON.stringify({ ...(named as object), name: path.slice(1) })
    return { answer: { status: 200, headers: json, body } }
  })
  const reference = await accepted(opened)
  const task = { ...taskFor(veo), reference, snapshot: { state: 'completed' as const } }
  const url = urlOf(opened.fake.baseUrl)
  return opened.provider.collect(task, opened.directory, running).then(
    async ({ path }) => `${(await readFile(path)).length > 0 ? 'a file' : 'nothing'}`,
    (error: unknown) => `${String(error)} ${url}`,
  )
}

test('a file that is served only for the key is asked for with it at the host of the base URL', async () => {
  const opened = await bench(veo)
  const reference = await accepted(opened)
  opened.pass(1001)
  const url = `${opened.fake.baseUrl}/fake-files/${opened.fake.tasks[0]?.id}`
  expect((await fetch(url)).status).toBe(403)
  const task = { ...taskFor(veo), reference, snapshot: { state: 'completed' as const } }
  const { bytes } = await opened.provider.collect(task, opened.directory, running)
  expect(bytes).toBeGreaterThan(0)
})

test('the key goes to no other host that an answer names', async () => {
  const carried: (string | undefined)[] = []
  const other = createServer(({ headers }, response) => {
    carried.push([headers['x-goog-api-key']].flat()[0])
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  expect(await collected(() => `http://127.0.0.1:${port}/file`)).toContain('no longer serves its result')
  expect(carried).toEqual([undefined])
})
