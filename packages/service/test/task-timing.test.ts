import { expect, test } from 'vitest'
import type { Seen } from '../src/run/engine/engine.js'
import { taskTiming } from '../src/run/engine/task-timing.js'
import { newTask } from './contracts/open-stores.js'

const created = 1_000_000
const task = (values: Parameters<typeof newTask>[0]) => newTask({ created, ...values })
const engine = ({ seen, paused = false }: { seen?: Seen; paused?: boolean } = {}) => ({
  seen: () => seen,
  paused: (queue: string, model: string) => paused && queue === 'default' && model === 'beta-5.0',
})
const sent = { state: 'sent', at: created + 2000 } as const

test('a task that no upstream was asked for waits, and says where its upstream is paused', () => {
  const waits = { word: undefined, unknown: false, waited: 5000, ran: undefined }
  expect(taskTiming(task({}), engine(), created + 5000)).toEqual({ ...waits, paused: false })
  expect(taskTiming(task({}), engine({ paused: true }), created + 5000)).toEqual({ ...waits, paused: true })
})

test('a task runs from when its upstream was asked, in the state in which it was seen last', () => {
  const runs = { unknown: false, paused: false, waited: 2000, ran: 7000 }
  const now = created + 9000
  expect(taskTiming(task({ submission: sent }), engine({ paused: true }), now)).toEqual({ ...runs, word: 'sent' })
  const seen = { status: 'Rendering' }
  expect(taskTiming(task({ submission: sent }), engine({ seen }), now)).toEqual({ ...runs, word: 'Rendering' })
  const unrecognized = { status: 'tuning', unknown: true } as const
  expect(taskTiming(task({ submission: sent }), engine({ seen: unrecognized }), now)).toEqual({
    ...runs,
    word: 'tuning',
    unknown: true,
  })
})

test('a task that has ended neither waits nor runs on, also where it was seen otherwise before', () => {
  const seen = { status: 'Rendering', unknown: true } as const
  const over = { status: 'completed', submission: sent, ended: created + 6000 } as const
  const ran = { word: 'completed', unknown: false, paused: false, waited: 2000, ran: 4000 }
  expect(taskTiming(task(over), engine({ seen }), created + 9000)).toEqual(ran)
  expect(taskTiming(task({ ...over, upstreamWord: 'Success' }), engine(), created + 9000)).toEqual({
    ...ran,
    word: 'Success',
  })
  expect(
    taskTiming(task({ status: 'failed', ended: created + 3000 }), engine({ paused: true }), created + 9000),
  ).toEqual({ word: undefined, unknown: false, paused: false, waited: 3000, ran: undefined })
})

test('no time is negative where the clock was set back, and none is made up where the end is not known', () => {
  expect(taskTiming(task({ submission: sent }), engine(), created - 1).ran).toBe(0)
  expect(taskTiming(task({}), engine(), created - 1).waited).toBe(0)
  expect(taskTiming(task({ status: 'failed' }), engine(), created + 9000).waited).toBeUndefined()
})

test('a task whose upstream was asked at a time that is not known is with its upstream, and no time is made up', () => {
  const asked = task({ submission: { state: 'sent' } })
  const where = { word: 'sent', unknown: false, paused: false, waited: undefined, ran: undefined }
  expect(taskTiming(asked, engine({ paused: true }), created + 9000)).toEqual(where)
})
