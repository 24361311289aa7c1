import { expect, test } from 'vitest'
import { ProgressNotes } from '../src/run/engine/progress-notes.js'
import type { PolledState } from '../src/keep/store/task-queue.js'
import { ManualClock } from './support/manual-clock.js'

function openNotes() {
  const clock = new ManualClock()
  const noted: [number, Omit<PolledState, 'at'> | undefined][] = []
  const held = { id: 'task', owner: 'owner' }
  const notes = new ProgressNotes(
    {
      noteProgress: (of, fraction, polled) => {
        expect(of).toBe(held)
        noted.push([fraction, polled])
        return Promise.reject(new Error('disk full'))
      },
    },
    clock,
    held,
  )
  return { clock, noted, notes }
}

test('progress is kept in steps of a hundredth, five times a second at most, and never goes back', () => {
  const { clock, noted, notes } = openNotes()
  notes.note(0.009)
  expect(noted).toEqual([])
  notes.note(0.01)
  clock.advance(199)
  notes.note(0.5)
  expect(noted).toEqual([[0.01, undefined]])
  clock.advance(1)
  notes.note(0.5)
  clock.advance(1000)
  notes.note(0.4)
  notes.note(0.505)
  expect(noted.slice(1)).toEqual([[0.5, undefined]])
  notes.note(7)
  expect(noted.at(-1)).toEqual([1, undefined])
  clock.advance(1000)
  notes.note(-1)
  notes.note(NaN)
  expect(noted).toHaveLength(3)
})

test('what polls are answered is kept where the state is another, or a tenth more is done', () => {
  const { clock, noted, notes } = openNotes()
  const poll = (state: string, fraction?: number): void => {
    notes.notePoll(state, fraction)
    clock.advance(5000)
  }
  poll('queued')
  poll('queued')
  expect(noted).toEqual([[0, { state: 'queued' }]])
  poll('running', 0)
  expect(noted.slice(1)).toEqual([[0, { state: 'running', progress: 0 }]])
  poll('running', 0.05)
  expect(noted.slice(2), 'only the progress').toEqual([[0.05, undefined]])
  poll('running', 0.30000000000000004)
  poll('running', 0.391)
  expect(noted.slice(3)).toEqual([
    [0.30000000000000004, { state: 'running', progress: 0.3 }],
    [0.391, undefined],
  ])
  poll('running')
  expect(noted).toHaveLength(5)
  poll('ending')
  poll('ending', 0.3)
  expect(noted.slice(5)).toEqual([[0.391, { state: 'ending' }]])
  poll('ending', 4)
  expect(noted.at(-1)).toEqual([1, { state: 'ending', progress: 1 }])
})
