import { expect, test } from 'vitest'
import { describeTask } from '../src/result/task-page.js'
import { createPaint } from '../src/terminal/paint.js'

const waiting = { id: 'task_1', object: 'video', model: 'sd_2.0_discount', status: 'queued' } as const

test('a task that waits is shown with its place, and when it is expected to start', () => {
  const start = new Date(2030, 0, 2, 3, 4, 5)
  const page = (task: object) => describeTask({ ...waiting, ...task } as never, undefined, createPaint(false))
  expect(page({ queue_position: 3, expected_start: start.getTime() / 1000 })).toContain(
    'place 3, expected to start 2030-01-02 03:04:05',
  )
  expect(page({ queue_position: 3 })).toMatch(/place 3$/m)
  expect(page({})).not.toMatch(/^queue /m)
})
