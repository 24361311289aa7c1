import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCatalogue } from '../../read/catalogue.js'
import { loadSpec } from '../../load/spec.js'
import { wellFormed } from '../../upstreams/check/facts.js'
import { shapeOf } from '../../measures/shape.js'
import { changedLists, enumerationsIn, rowsConcerned } from '../../upstreams/drift/packages.js'
import { missingResults } from '../../upstreams/drift/missing-results.js'
import { movedPlaces } from '../../upstreams/drift/moved-places.js'
import { speechlessErrors, unreadablePlaces } from '../../upstreams/drift/unreadable-places.js'
import { isRecording, proposalsFrom, statusesIn } from '../../upstreams/drift/recordings.js'

const spec = await loadSpec(fileURLToPath(new URL('../../../spec', import.meta.url)))

test('a shape holds places and types, and no value', () => {
  const answer = { id: 'task_secret', progress: 0.5, list: [{ a: 1 }, { a: null }], task_20260101: true }
  const shape = shapeOf(answer)
  expect(shape).toEqual({
    '': ['object'],
    '/id': ['string'],
    '/progress': ['number'],
    '/list': ['array'],
    '/list/*': ['object'],
    '/list/*/a': ['integer', 'null'],
    '/?': ['boolean'],
  })
  expect(JSON.stringify(shape)).not.toContain('secret')
})

test('recorded shapes propose the types that the interface does not show, with the evidence', () => {
  const recording = (shape: object) => ({ protocol: 'model-tasks', request: 'query', http: 200, shape })
  const recordings = [
    recording({ '': ['object'], '/progress': ['number'] }),
    recording({ '': ['object'] }),
    { ...recording({ '/progress': ['string'] }), http: 500 },
  ].filter(isRecording)
  expect(recordings).toHaveLength(3)
  expect(proposalsFrom(recordings, readCatalogue(spec))).toEqual([
    {
      file: 'spec/task.schema.json',
      pointer: '/properties/progress',
      proposal: '"type": "number"',
      evidence: '1 of 2 recorded answers have progress: number',
    },
  ])
  expect(statusesIn(recordings)).toEqual(['model-tasks query: HTTP 200 (2)', 'model-tasks query: HTTP 500 (1)'])
  expect(isRecording({ protocol: 'ark' })).toBe(false)
})

test('a field that was only ever null proposes no type', () => {
  const recordings = [1, 2, 3].map(() => ({
    protocol: 'model-tasks',
    request: 'query',
    http: 200,
    shape: { '/error': ['null'], '/progress': ['null'] },
  }))
  expect(proposalsFrom(recordings, readCatalogue(spec))).toEqual([])
})

test('a changed list of a package names the rows of the mapping that it concerns', () => {
  const before = enumerationsIn([
    `export const ratios = ['16:9', '9:16', '1:1']\ntype T = { ratio?: 'adaptive' | '16:9' | '4:3' | null }`,
  ])
  const after = enumerationsIn([
    `export const ratios = ['16:9', '9:16']\ntype T = { ratio?: 'adaptive' | '16:9' | '4:3' | '5:4' | null }`,
  ])
  const changes = changedLists(before, after)
  expect(changes).toEqual([
    { name: 'ratio', added: ['5:4'], removed: [] },
    { name: 'ratios', added: [], removed: ['1:1'] },
  ])
  const minimax = wellFormed(spec).find(({ source }) => source.protocol === 'minimax')?.source
  if (minimax === undefined) throw new Error('no minimax')
  const concerned = changes.flatMap((change) => rowsConcerned(minimax, change))
  expect(concerned.length).toBeGreaterThan(0)
  expect(concerned.every((pointer) => pointer.startsWith('/operations/video/rows/'))).toBe(true)
})

test('a place that cannot be read any more is proposed for review, for each thing that a mapping reads', () => {
  const files = wellFormed(spec)
  const answer = (protocol: string, request: string, body: Parameters<typeof shapeOf>[0], http = 200) => ({
    protocol,
    request,
    http,
    shape: shapeOf(body),
  })
  const good = [
    answer('ark', 'submit', { id: 'a' }),
    answer('ark', 'query', { id: 'a', status: 'queued' }),
    answer('ark', 'query', {
      status: 'succeeded',
      content: { video_url: 'u' },
      duration: 5,
      usage: { completion_tokens: 1 },
    }),
    answer('replicate', 'query', { status: 'succeeded', output: ['u'], metrics: { predict_time: 1.5 } }),
    answer('fal', 'result', { video: { url: 'u' } }),
    answer('openai-videos', 'submit', { data: [{ b64_json: 'x' }], id: 'a' }),
    answer('ark', 'query', { error: { message: 'no', code: 'x' } }, 400),
  ]
  expect([...unreadablePlaces(good, files), ...speechlessErrors(good, files)]).toEqual([])
  const pointersFor = (bad: ReturnType<typeof answer>) =>
    unreadablePlaces([...good, bad], files).map(({ file, pointer }) => `${file}#${pointer}`)
  const at = (protocol: string, place: string) => `spec/upstreams/${protocol}.json#/operations/${place}`
  expect(pointersFor(answer('ark', 'submit', { id: { task: 'a' } }))).toEqual([at('ark', 'video/id')])
  expect(pointersFor(answer('ark', 'query', { status: 3 }))).toEqual([at('ark', 'video/status/at')])
  expect(pointersFor(answer('ark', 'query', { duration: { seconds: 5 } }))).toEqual([at('ark', 'video/seconds')])
  expect(pointersFor(answer('ark', 'query', { usage: { completion_tokens: [1] } }))).toEqual([
    at('ark', 'video/usage/0/at'),
  ])
  expect(pointersFor(answer('ark', 'query', { content: { video_url: { href: 'u' } } }))).toEqual([
    at('ark', 'video/results/0/url'),
  ])
  expect(pointersFor(answer('openai-videos', 'query', { progress: true }))).toEqual([
    at('openai-videos', 'video/progress/at'),
  ])
  expect(pointersFor(answer('fal', 'result', { video: { url: { href: 'u' } } }))).toEqual([
    at('fal', 'video/results/0/results/0/url'),
  ])
  expect(pointersFor(answer('openai-videos', 'submit', { data: [{ b64_json: { data: 'x' } }] }))).toEqual([
    at('openai-videos', 'image/results/1/base64'),
  ])
  expect(unreadablePlaces([...good, answer('ark', 'query', { duration: { seconds: 5 } })], files)).toMatchObject([
    {
      proposal: 'review it: integer, number, string, null can be read there, object cannot',
      evidence: '1 of 3 recorded shapes of a successful query have /duration so',
    },
  ])
  expect(speechlessErrors([answer('ark', 'submit', { failure: { text: 'no' } }, 400)], files)).toEqual([
    {
      file: 'spec/upstreams/ark.json',
      pointer: '/errors/message',
      proposal: 'review it: the words of an error are elsewhere',
      evidence: 'none of 1 recorded shapes of an error has a string at /error/message or /message',
    },
  ])
})

test('a list that is elsewhere now is noticed, and one that is empty is not', () => {
  const files = wellFormed(spec)
  const answer = (body: Parameters<typeof shapeOf>[0]) => ({
    protocol: 'ark',
    request: 'list',
    http: 200,
    shape: shapeOf(body),
  })
  expect(movedPlaces([answer({ items: [] })], files)).toEqual([])
  expect(movedPlaces([answer({ data: { items: [{ id: 'a' }] } })], files)).toEqual([
    {
      file: 'spec/upstreams/ark.json',
      pointer: '/operations/video/list/items',
      proposal: '"/data/items"',
      evidence: 'none of 1 recorded shapes of a successful list has /items',
    },
  ])
})

test('a completed task whose answer has no result where it is read is noticed, and one that runs is not', () => {
  const files = wellFormed(spec)
  const ark = (state: string, shape: object) => ({ protocol: 'ark', request: 'query', http: 200, state, shape })
  const running = ark('processing', { '/status': ['string'] })
  const completed = ark('completed', { '/status': ['string'], '/content/video_url': ['string'] })
  const moved = ark('completed', { '/status': ['string'], '/output/url': ['string'] })
  const recorded = (...all: object[]) => missingResults(all.filter(isRecording), files)
  expect(recorded(running)).toEqual([])
  expect(recorded(running, completed, moved)).toEqual([])
  expect(recorded(running, moved)).toEqual([
    {
      file: 'spec/upstreams/ark.json',
      pointer: '/operations/video/results',
      proposal: '"/output/url"',
      evidence: "none of 1 recorded shapes of a completed task's query has /content/video_url",
    },
  ])
  const fetched = { protocol: 'fal', request: 'result', http: 200, shape: { '/clip': ['object'] } }
  expect(recorded(fetched)).toMatchObject([
    { pointer: '/operations/video/results/0/results', proposal: 'review it: nothing takes its place' },
  ])
})
