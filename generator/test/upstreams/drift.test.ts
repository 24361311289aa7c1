import { expect, test } from 'vitest'
import { readCatalogue } from '../../read/catalogue.js'
import { loadSpec } from '../../load/spec.js'
import { wellFormed } from '../../upstreams/check/facts.js'
import { shapeOf } from '../../upstreams/interpreter/shape.js'
import { changedLists, enumerationsIn, rowsConcerned } from '../../upstreams/drift/packages.js'
import { isRecording, proposalsFrom, statusesIn } from '../../upstreams/drift/recordings.js'

const spec = await loadSpec(new URL('../../../spec', import.meta.url).pathname)

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
