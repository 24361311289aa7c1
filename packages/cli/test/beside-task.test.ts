import { expect, it } from 'vitest'
import { besideTask } from '../src/result/beside-task.js'

it.each([
  ['interrupted; task t1 goes on at the service', 'interrupted; goes on at the service'],
  [
    'task t1 was processing after 9000 ms; the last query failed: no answer',
    'was processing after 9000 ms; the last query failed: no answer',
  ],
  ['task t1 failed: the prompt is not allowed', 'the prompt is not allowed'],
  ['query of task t1: the service answered 404, for 30 s', 'the service answered 404, for 30 s'],
  [
    'task t1 is completed, and its result is not stored: the disk is full',
    'is completed, and its result is not stored: the disk is full',
  ],
  ['the service answered 402', 'the service answered 402'],
  ['task t12 failed: x', 'task t12 failed: x'],
])('beside the task t1 in a table, "%s" is "%s"', (message, cell) => {
  expect(besideTask('t1', message)).toBe(cell)
})
