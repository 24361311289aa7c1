import { expect, test } from 'vitest'
import { RepeatOrder } from '../src/run/engine/repeat-order.js'

const tasks = ['one', 'one', 'two', 'two'].map((account, index) => ({ id: `task_${index}`, account }))
const ids = (sorted: readonly { id: string }[]): string => sorted.map(({ id }) => id.replace('task_', '')).join('')

test('accounts take turns, and so do the tasks of each', () => {
  const order = new RepeatOrder()
  expect(ids(order.sorted(tasks))).toBe('0123')
  const tried: string[] = []
  for (let tries = 0; tries < 8; tries += 1) {
    const [next] = order.sorted(tasks)
    tried.push(next!.id)
    order.tried(next!)
  }
  expect(tried.map((id) => id.replace('task_', '')).join('')).toBe('02130213')
})

test('once an upstream works again, its tasks are in their own order', () => {
  const order = new RepeatOrder()
  order.tried(tasks[0]!)
  expect(ids(order.sorted(tasks))).toBe('2310')
  order.clear()
  expect(ids(order.sorted(tasks))).toBe('0123')
  order.tried(tasks[3]!)
  expect(ids(order.sorted(tasks))).toBe('0123')
})
