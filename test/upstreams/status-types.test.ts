/** States that an upstream tells by numbers, by booleans, or by saying nothing. */
import { expect, test } from 'vitest'
import { readAnswer, type Json } from '../../generator/upstreams/interpreter/index.js'
import { madeUp, seventhOperations } from './made-up.js'

/** A failure that no word tells: two signs do, one of them in any type. */
const failure = {
  when: [
    { at: '/job/phase', is: [true, 1, 'fine'] },
    { at: '/job/fault', present: true },
  ],
  means: 'failed',
}

test.each<[what: string, status: object, read: [phase: Json | undefined, state: string][]]>([
  [
    'numbers, also as text',
    { states: { '5': 'processing', '1': 'completed' } },
    [
      [1, 'completed'],
      ['1', 'completed'],
      [5, 'processing'],
    ],
  ],
  [
    'booleans',
    { states: { false: 'processing', true: 'completed' } },
    [
      [true, 'completed'],
      ['true', 'completed'],
      [false, 'processing'],
    ],
  ],
  [
    'nothing',
    { states: { fine: 'completed' }, absent: 'processing' },
    [
      ['fine', 'completed'],
      [undefined, 'processing'],
      [null, 'processing'],
    ],
  ],
])(
  'a state that an upstream tells by %s is read, and a failure by several signs together',
  async (_what, status, read) => {
    const { video } = seventhOperations()
    const operations = { video: { ...video, status: { at: '/job/phase', source: 'sdk', cases: [failure], ...status } } }
    const { diagnostics, mapping } = await madeUp('types', { operations })
    expect(diagnostics).toEqual([])
    const stateOf = (job: Record<string, Json>): string | undefined =>
      readAnswer(mapping.operations.video!, { job: { id: 'a', ...job } })?.state
    for (const [phase, state] of read)
      expect(stateOf(phase === undefined ? {} : { phase }), JSON.stringify(phase)).toBe(state)
    const [[done = null] = []] = read
    expect(stateOf({ phase: done, fault: 'too dark' })).toBe('failed')
  },
)
