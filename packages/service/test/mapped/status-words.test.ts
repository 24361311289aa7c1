import { silentLog } from '../../src/base/log.js'
import { readAnswer, type Json, type Mapping } from '@model-tasks/documents/upstreams/interpreter'
import { expect, test } from 'vitest'
import { serveFake } from '../../src/commands/fake/serve-fake.js'
import { upstreamProviders } from '../../src/run/provider/upstreams.js'
import type { Snapshot } from '../../src/domain/provider/provider.js'
import { mappingOf, mappings, openBench, running, taskFor } from './support.js'

const headers = { authorization: 'Key any', 'content-type': 'application/json' }

/** What a client of fal gets for a task: its status once it has ended, and the answer for its result. */
async function endOf(prompt: string): Promise<{ status: Json; result: number; detail: Json }> {
  const fake = await serveFake(mappingOf('fal'), { duration: 0 })
  try {
    const body = JSON.stringify({ prompt })
    const submitted = await fetch(`${fake.baseUrl}/owner/app/text`, { method: 'POST', headers, body })
    const { request_id: id } = (await submitted.json()) as { request_id: string }
    const at = `${fake.baseUrl}/owner/app/requests/${id}`
    const { status } = (await (await fetch(`${at}/status`, { headers })).json()) as { status: Json }
    const result = await fetch(at, { headers })
    const { detail = null } = (await result.json()) as { detail?: Json }
    return { status, result: result.status, detail }
  } finally {
    await fake.close()
  }
}

test('a task of fal that failed is COMPLETED, the last of the statuses that its client knows, and its result is HTTP 422', async () => {
  expect(await endOf('[[fail: too dark]]')).toEqual({
    status: 'COMPLETED',
    result: 422,
    detail: 'too dark',
  })
})

/** What a mapping reads of a status word. */
function readingOf({ operations: { video } }: Mapping, word: Json): { state: string; unknown?: boolean } | undefined {
  if (video === undefined) throw new Error('it makes no videos')
  const reading = readAnswer(video, { id: 'one', status: word })
  return reading === undefined
    ? undefined
    : { state: reading.state, ...(reading.unknown === undefined ? {} : { unknown: reading.unknown }) }
}

test('a status word means the same in any case', () => {
  expect(readingOf(mappingOf('ark'), 'Succeeded')).toEqual({ state: 'completed' })
  expect(readingOf(mappingOf('ark'), 'SUCCEEDED')).toEqual({ state: 'completed' })
})

test('a status word that the mapping does not know keeps the task going, and is said to be unknown', () => {
  expect(readingOf(mappingOf('ark'), 'finished')).toEqual({ state: 'processing', unknown: true })
  expect(readingOf(mappingOf('ark'), 'toString')).toEqual({ state: 'processing', unknown: true })
})

/** What a provider says of a task whose query is answered like this. */
async function snapshotsOf(
  answers: readonly Json[],
  statuses = {},
): Promise<{ snapshots: Snapshot[]; logged: string[] }> {
  const mapping = mappingOf('ark')
  const logged: string[] = []
  const queue = [...answers]
  const fake = await serveFake(mapping, {
    intercept: ({ method, path }) => {
      const next = method === 'GET' ? queue.shift() : undefined
      return next === undefined
        ? undefined
        : { answer: { status: 200, body: JSON.stringify({ ...Object(next), id: path.split('/').at(-1) }) } }
    },
  })
  const upstream = {
    name: 'one',
    protocol: 'ark',
    baseUrl: fake.baseUrl,
    apiKey: 'key',
    modelIds: {},
    models: undefined,
    pollDeadline: undefined,
    statuses,
  } as const
  const log = {
    ...silentLog,
    error: (_words: string, { status }: { status?: string } = {}) => void logged.push(String(status)),
  }
  const { lanes } = upstreamProviders([{ ...upstream, requestsPerSecond: 1000, concurrency: 10 }], log, {
    mappings: new Map([['ark', mapping]]),
  })
  const provider = lanes[0]?.provider
  try {
    if (provider?.kind !== 'upstream') throw new Error('there is no provider')
    const submitted = await provider.submit(taskFor(mapping))
    if (submitted.answer !== 'accepted') throw new Error(submitted.answer)
    const snapshots: Snapshot[] = []
    for (const _answer of answers) {
      const polled = await provider.poll([submitted.reference], running)
      snapshots.push(...polled.values())
    }
    return { snapshots, logged }
  } finally {
    await fake.close()
  }
}

test('a status that a protocol does not know is logged once, and an operator can say what it means', async () => {
  const answer = { status: 'finished', content: { video_url: 'https://files.example/a.mp4' } }
  expect(await snapshotsOf([answer, answer])).toEqual({
    snapshots: [
      { state: 'running', status: 'finished', unknown: true },
      { state: 'running', status: 'finished', unknown: true },
    ],
    logged: ['finished'],
  })
  const { snapshots, logged } = await snapshotsOf([answer], { Finished: 'completed' })
  expect(snapshots).toMatchObject([{ state: 'completed', status: 'finished' }])
  expect(logged).toEqual([])
})

test('what an operator says of a status wins over the protocol, in whichever case it is written', async () => {
  const answer = { status: 'succeeded', content: { video_url: 'https://files.example/a.mp4' } }
  for (const word of ['succeeded', 'SUCCEEDED', 'Succeeded'])
    expect((await snapshotsOf([answer], { [word]: 'running' })).snapshots, word).toEqual([
      { state: 'running', status: 'succeeded' },
    ])
})

test.each(mappings)(
  '%s: a task whose ID is an integer beyond 2^53 is asked for by all of its digits',
  async (_name, mapping) => {
    const asked: string[] = []
    const pointer = mapping.operations.video?.id
    if (pointer === undefined) return
    const body = JSON.stringify(pointer.reduceRight<unknown>((inner, step) => ({ [step]: inner }), '9007199254740993'))
    const bench = await openBench(mapping, ({ method, path, query, body: sent }) => {
      const isQuery = method === 'GET' || sent.includes('9007199254740993')
      if (isQuery) asked.push(path, ...query.values(), sent)
      return !isQuery
        ? { answer: { status: 200, body: body.replace('"9007199254740993"', '9007199254740993') } }
        : undefined
    })
    try {
      const submitted = await bench.provider.submit(taskFor(mapping))
      if (submitted.answer !== 'accepted') throw new Error(JSON.stringify(submitted))
      await bench.provider.poll([submitted.reference], running)
      expect(asked.join()).toContain('9007199254740993')
    } finally {
      await bench.close()
    }
  },
)
