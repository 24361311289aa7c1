import { expect, test } from 'vitest'
import type { Asked } from '../src/keep/files/asked-entries.js'
import type { AskedFacts } from '../src/keep/files/read-asked.js'
import { lacksRecord } from '../src/keep/store/hold-unproven.js'
import { holdRestored, isCleared, missingTasks, type RestoredTasks } from '../src/keep/store/restored-tasks.js'

const asked = (task: string, attempt: number, at = 500): Asked =>
  ({ task, attempt, upstream: 'default', at }) as Partial<Asked> as Asked
const facts = (over: Partial<AskedFacts>, ...entries: Asked[]): AskedFacts =>
  ({ since: 100, used: undefined, latest: new Map(entries.map((one) => [one.task, one])), ...over }) as AskedFacts
const task = { id: 'one', created: 200, attempts: 1 }

test('the record clears a task only where it is whole since the task was made, or since the database was saved', () => {
  expect(isCleared(task, facts({}), undefined)).toBe(true)
  expect(isCleared(task, facts({ since: 200 }), undefined)).toBe(true)
  expect(isCleared(task, facts({ since: 201 }), undefined)).toBe(false)
  expect(isCleared(task, facts({ since: undefined }), 300)).toBe(false)
  expect(isCleared(task, facts({ since: 250 }), 250), 'whole since the backup').toBe(true)
  expect(isCleared(task, facts({ since: 250 }), 249)).toBe(false)
})

test('the record clears no task that an upstream was asked for once more than the database knows', () => {
  expect(isCleared(task, facts({}, asked('one', 1)), undefined)).toBe(true)
  expect(isCleared(task, facts({}, asked('one', 2)), undefined)).toBe(false)
  expect(isCleared({ ...task, attempts: 0 }, facts({}, asked('other', 2)), undefined)).toBe(true)
  expect(isCleared({ ...task, attempts: 0 }, facts({}, asked('one', 1)), undefined)).toBe(false)
})

test('the record clears no task that was there when it was used elsewhere', () => {
  expect(isCleared(task, facts({ used: 199 }), undefined)).toBe(true)
  expect(isCleared(task, facts({ used: 200 }), undefined)).toBe(false)
  expect(isCleared(task, facts({ used: 300 }), undefined)).toBe(false)
})

/** Restored tasks of which these calls are asked. */
const restoredTasks = (calls: Partial<RestoredTasks>) => calls as RestoredTasks

test('every task that is not cleared is set aside with what is known of its last request, however many there are', async () => {
  const tasks = Array.from({ length: 1001 }, (_, index) => ({ ...task, id: `task_${String(index).padStart(4, '0')}` }))
  const aside: [string, unknown][] = []
  const restored = restoredTasks({
    unproven: async (after, limit) => tasks.filter(({ id }) => id > after).slice(0, limit),
    setAside: async (id, to) => {
      aside.push([id, to])
      return id !== 'task_0003'
    },
  })
  const entries = ['task_0002', 'task_0003', 'task_1000'].map((id) => asked(id, 2))
  expect(await holdRestored(restored, facts({}, ...entries), { taken: undefined, now: 900 })).toEqual({
    held: 2,
    cleared: 998,
  })
  expect(aside).toEqual(entries.map((entry) => [entry.task, entry]))
  aside.length = 0
  const unknown = facts({ since: undefined })
  expect(await holdRestored(restored, unknown, { taken: undefined, now: 900 })).toEqual({ held: 1000, cleared: 0 })
  expect(aside[0]).toEqual(['task_0000', { upstream: undefined, at: 900 }])
})

test('a task that was asked for later than the newest was made, and is not there, is missing; the oldest comes first', async () => {
  const looked: number[] = []
  const restored = restoredTasks({
    newest: async () => 500,
    missing: async (ids) => {
      looked.push(ids.length)
      return ids.filter((id) => id !== 'there')
    },
  })
  const entries = [asked('later', 1, 700), asked('there', 1, 600), asked('aged', 1, 499), asked('first', 1, 500)]
  const found = await missingTasks(restored, facts({}, ...entries), Infinity)
  expect(found.map((one) => one.task)).toEqual(['first', 'later'])
  const ahead = await missingTasks(restored, facts({}, ...entries), 499)
  expect(
    ahead.map((one) => one.task),
    'the clock was ahead when the newest was made',
  ).toEqual(['aged', 'first', 'later'])
  const many = Array.from({ length: 501 }, (_, index) => asked(`task ${index}`, 1, 1000 + index))
  expect(await missingTasks(restored, facts({}, ...many), Infinity)).toEqual(many)
  expect(looked).toEqual([3, 4, 500, 1])
})

test('a database lacks its record where it was written to with others alone, and no command has brought it back since', async () => {
  const lacks = (values: { known: Record<string, number>; newest?: number; rewound?: number }) =>
    lacksRecord(
      restoredTasks({
        records: async () => new Set(Object.keys(values.known)),
        watermark: async (id) => values.known[id] ?? 0,
        newest: async () => values.newest ?? 500,
        rewound: async () => values.rewound ?? 0,
      }),
      'own',
    )
  expect(await lacks({ known: { other: 1 } })).toBe(true)
  expect(await lacks({ known: { other: 1, own: 0 } }), 'it has begun, and nothing was asked').toBe(false)
  expect(await lacks({ known: { other: 0 } }), 'nothing was asked, as far as it knows').toBe(false)
  expect(await lacks({ known: {} })).toBe(false)
  expect(await lacks({ known: { other: 1 }, rewound: 500 })).toBe(false)
  expect(await lacks({ known: { other: 1 }, rewound: 499 })).toBe(true)
})
