import { expect, test } from 'vitest'
import { ReleaseProof } from '../src/domain/money/release-proof.js'
import { ResultGone } from '../src/domain/provider/provider.js'

const quiet = { cancelled: false, rewound: false }

test('credits are given back without any answer only where no upstream was asked', () => {
  expect(ReleaseProof.neverAsked({ state: 'none' })).toBeInstanceOf(ReleaseProof)
  expect(ReleaseProof.neverAsked({ state: 'sent' })).toBeUndefined()
  expect(ReleaseProof.neverAsked({ state: 'accepted' })).toBeUndefined()
})

test('that a submit was not taken is inconclusive about an earlier one', () => {
  const answer = { answer: 'rejected', error: 'the prompt is too long' } as const
  expect(ReleaseProof.notTaken(answer, { state: 'none' })?.why).toBe('the prompt is too long')
  expect(ReleaseProof.notTaken(answer, { state: 'sent' })).toBeUndefined()
})

test('a task that failed is given back unless its upstream charges for it, or may since it was cancelled or forgotten', () => {
  const failed = { state: 'failed', error: 'x' } as const
  for (const memory of [quiet, { ...quiet, cancelled: true }, { ...quiet, rewound: true }]) {
    expect(ReleaseProof.failed(failed, memory)).toBeInstanceOf(ReleaseProof)
    expect(ReleaseProof.failed({ ...failed, cost: 'some' }, memory)).toBeUndefined()
  }
  const unknown = { ...failed, cost: 'unknown' } as const
  expect(ReleaseProof.failed(unknown, quiet)).toBeInstanceOf(ReleaseProof)
  expect(ReleaseProof.failed(unknown, { ...quiet, cancelled: true })).toBeUndefined()
  expect(ReleaseProof.failed(unknown, { ...quiet, rewound: true })).toBeUndefined()
})

test('a task without a file is given back unless it may have been delivered before the database was set back', () => {
  const gone = new ResultGone('the file is gone')
  expect(ReleaseProof.undeliverable(gone, { ...quiet, cancelled: true })).toBeInstanceOf(ReleaseProof)
  expect(ReleaseProof.undeliverable(gone, { ...quiet, rewound: true })).toBeUndefined()
})
