import { expect, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { PollCondition } from '../src/run/engine/poll-condition.js'
import { ManualClock } from './support/manual-clock.js'

function openCondition() {
  const clock = new ManualClock()
  const lines: string[] = []
  const details: unknown[] = []
  const note = (message: string, of?: unknown): void => {
    lines.push(message)
    details.push(of)
  }
  const log = { ...silentLog, error: note, info: note }
  const condition = new PollCondition({ queue: 'default', clock, random: () => 0.5, log })
  const fault = (retryAfter?: number, times = 1, task = 'one') =>
    condition.noteFault(
      { task, times, error: 'answered 503', pause: retryAfter === undefined ? undefined : { retryAfter } },
      5000,
    )
  /** Milliseconds until it is polled again. */
  const left = () => condition.pausedUntil - clock.elapsed()
  return { clock, lines, details, condition, fault, left }
}

test('an upstream that answers no queries is polled again after 5 s, and every minute in the end, with one line in the log', () => {
  const { clock, lines, details, condition, fault, left } = openCondition()
  expect(left()).toBe(-Infinity)
  const pauses = Array.from({ length: 6 }, () => {
    fault(0)
    const pause = left()
    fault(0)
    expect(left(), 'polls that were under way are one cause').toBe(pause)
    clock.advance(pause)
    return pause
  })
  expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000])
  expect(lines).toEqual([expect.stringMatching(/^an upstream does not answer queries;/)])
  expect(details).toEqual([{ upstream: 'default', error: 'answered 503' }])
  condition.noteAnswer('one')
  expect([left(), lines[1], details[1]]).toEqual([
    -Infinity,
    'an upstream answers queries again',
    { upstream: 'default' },
  ])
  condition.noteAnswer('one')
  expect(lines).toHaveLength(2)
  fault(0)
  expect([left(), lines.length], 'all begins anew').toEqual([5000, 3])
})

test('an upstream is not polled for as long as it asks, at most a minute', () => {
  const { fault, left } = openCondition()
  fault(30_000)
  expect(left()).toBe(30_000)
  fault(0)
  expect(left()).toBe(30_000)
  fault(3_600_000)
  expect(left()).toBe(60_000)
})

test('polls of a task that fail five times in a row are one line until none fails any more', () => {
  const { lines, details, condition, fault, left } = openCondition()
  fault(undefined, 4)
  expect(lines).toEqual([])
  fault(undefined, 5)
  fault(undefined, 6, 'other')
  expect(lines).toEqual([expect.stringMatching(/^polls of tasks fail again and again/)])
  expect(details).toEqual([{ upstream: 'default', task: 'one', error: 'answered 503' }])
  expect(left(), 'others are polled meanwhile').toBe(-Infinity)
  condition.forget('one')
  fault(undefined, 7, 'other')
  expect(lines).toHaveLength(1)
  condition.noteAnswer('other')
  fault(undefined, 5)
  expect(lines).toHaveLength(2)
})

test('an upstream that knows none of its tasks is believed after an hour, and one that knew another since at once', () => {
  const { clock, lines, condition } = openCondition()
  const since = clock.elapsed()
  clock.advance(3_599_999)
  expect(condition.knowsTasks(since, 'answered 404')).toBe(false)
  expect(condition.knowsTasks(since, 'answered 404')).toBe(false)
  expect(lines).toEqual([expect.stringMatching(/^an upstream knows none of its tasks;/)])
  clock.advance(1)
  expect(condition.knowsTasks(since, 'answered 404')).toBe(true)
  const later = clock.elapsed()
  expect(condition.knowsTasks(later, 'answered 404')).toBe(false)
  condition.noteKnown()
  expect(condition.knowsTasks(later, 'what it knew at that moment is inconclusive')).toBe(false)
  expect(lines, 'it knew one in between').toHaveLength(2)
  clock.advance(1)
  condition.noteKnown()
  expect(condition.knowsTasks(later, 'answered 404')).toBe(true)
})

test('each change of an upstream for which tasks wait is one line', () => {
  const { lines, details, condition } = openCondition()
  condition.reportDifference('one', 'key')
  condition.reportDifference('other', 'key')
  expect(lines).toEqual([expect.stringMatching(/^the key of an upstream has changed/)])
  expect(details).toEqual([{ upstream: 'default', task: 'one' }])
  condition.reportDifference('one', 'host')
  expect(lines).toHaveLength(2)
})
