import { expect, test } from 'vitest'
import {
  detailsFromRow,
  figuresFromRow,
  filesOfRow,
  otherFilesColumn,
  polledFromRow,
  refusalsFromRow,
  usageColumn,
  usageFrom,
  viewFromRow,
} from '../src/keep/store/task-row.js'

test('of refusals that are kept those are read that are whole, also where a driver has parsed them', () => {
  const refusal = { upstream: 'default', at: 7, proof: 'full' }
  const broken = [null, 7, 'x', [], {}, ...Object.keys(refusal).map((name) => ({ ...refusal, [name]: [] }))]
  for (const refusals of [JSON.stringify([refusal, ...broken]), [...broken, refusal]])
    expect(refusalsFromRow({ refusals })).toEqual([refusal])
  for (const row of [undefined, {}, { refusals: null }, { refusals: '{}' }]) expect(refusalsFromRow(row)).toEqual([])
})

test('of states that are kept those are read that are whole, with or without a progress', () => {
  const states = [
    { at: 7, state: 'queued' },
    { at: 8, state: 'running', progress: 0.5 },
  ]
  const broken = [null, 7, { at: '7', state: 'queued' }, { at: 7, state: 8 }, { ...states[1], progress: 'half' }]
  expect(polledFromRow({ polled: JSON.stringify([...broken, ...states]) })).toEqual(states)
  for (const row of [undefined, { polled: null }]) expect(polledFromRow(row)).toEqual([])
})

test('what an upstream counted is read where unit and amount are whole', () => {
  const counted = [{ unit: 'tokens', amount: 3 }, { unit: 'tokens', amount: '3' }, { unit: 3, amount: 3 }, 'x', null]
  expect(usageFrom({ upstream_usage: JSON.stringify({ counted }) })).toEqual([{ unit: 'tokens', amount: 3 }])
  for (const upstream_usage of [null, '{}', '{"counted":7}']) expect(usageFrom({ upstream_usage })).toEqual([])
})

test('the files of a task are its first and the others; a damaged list of them is an error, not a file that is lost', () => {
  const other = { file: 'b.png', contentType: 'image/png', bytes: 7 }
  const filesOf = (...files: unknown[]) =>
    filesOfRow({ result_file: 'a.png', result_others: JSON.stringify({ files }) })
  expect(filesOf(other)).toEqual(['a.png', 'b.png'])
  for (const result_others of [null, '{}'])
    expect(filesOfRow({ result_file: 'a.png', result_others })).toEqual(['a.png'])
  for (const name of Object.keys(other))
    expect(() => filesOf(other, { ...other, [name]: null })).toThrow('column result_others does not hold files')
})

test('parameters that cannot be read are an error that quotes nothing of the prompt', () => {
  for (const parameters of ['{"prompt": "a secret boat', '["a secret boat"]'])
    expect(() => detailsFromRow({ parameters }, [])).toThrow(/^column parameters does not hold a JSON object$/)
  expect(() => detailsFromRow({ parameters: 7 }, [])).toThrow('column parameters does not hold a string')
  const row = { parameters: '{"prompt": "a boat", "seed": 7}', ended: 9 }
  expect(detailsFromRow(row, ['seed', 'toString'])).toEqual({ ended: 9, parameters: { seed: 7 } })
  expect(detailsFromRow({ ...row, ended: null }, [])).toEqual({ parameters: {} })
})

test('figures of a queue with nothing that waits have no oldest task', () => {
  const figures = { queue: 'q', account: 'a', waiting: 1, delayed: 2, running: 3, retries: 4, dead: 5 }
  expect(figuresFromRow({ ...figures, oldest: '77' })).toEqual({ ...figures, oldest: 77 })
  expect(figuresFromRow({ ...figures, oldest: null })).toEqual({ ...figures, oldest: undefined })
})

test('nothing is kept of a task without other files, and of one of which nothing was counted', () => {
  expect([otherFilesColumn({}), otherFilesColumn({ others: [] })]).toEqual([null, null])
  expect([usageColumn(), usageColumn([])]).toEqual([null, null])
})

/** A task as its row holds it. */
const row = {
  ...{ id: 'task_1', account: 'rich', model: 'm', kind: 'image', status: 'completed', created: 1, progress: 1 },
  ...{ amount: 3, queue: 'default', faults: 0, deaths: 0, submission: 'none', submission_attempts: 0 },
}

test('a result of one file has no others', () => {
  const result = { result_file: 'a.png', result_type: 'image/png', result_bytes: 7 }
  expect(viewFromRow({ ...row, ...result }).result).toEqual({ file: 'a.png', contentType: 'image/png', bytes: 7 })
  expect(Object.keys(viewFromRow({ ...row, ...result }).result ?? {})).not.toContain('others')
})

test('damaged models of a task are an error: it must not cost what another would', () => {
  const one = { model: 'n', amount: 2 }
  expect(viewFromRow({ ...row, fallbacks: JSON.stringify([one]) }).fallbacks).toEqual([one])
  for (const damaged of ['{}', '[7]', JSON.stringify([one, { model: 'n' }])])
    expect(() => viewFromRow({ ...row, fallbacks: damaged })).toThrow(
      'column fallbacks does not hold the list that it is for',
    )
})

test('who was asked for a task is kept, where it is known', () => {
  expect(viewFromRow({ ...row, submission_identity: 'a' }).submission).toEqual({ state: 'none', identity: 'a' })
  expect(viewFromRow(row).submission).toEqual({ state: 'none' })
})
