import { expect, test } from 'vitest'
import type { TaskQueue } from '../src/keep/store/task-queue.js'
import { newTask } from './contracts/open-stores.js'
import { ended, failing, world } from './support/scheduler.js'
import { StubProvider } from './support/stub-provider.js'
import { StubUpstream } from './support/stub-upstream.js'

/** The queue, and the names of its methods that were called. */
function noting(queue: TaskQueue): { queue: TaskQueue; calls: string[] } {
  const calls: string[] = []
  const noted = new Proxy(queue, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...values: unknown[]): unknown => {
        calls.push(String(name))
        return Reflect.apply(value, target, values)
      }
    },
  })
  return { queue: noted, calls }
}

test('a process with nothing to do asks the store about all of its queues at once, and claims when another accepts a task', async () => {
  const upstreams = ['a', 'b', 'c'].map((name) => new StubUpstream(name))
  const { engine, stores, pass, until } = await world(...upstreams.map((provider) => ({ provider })))
  const { queue, calls } = noting(stores.queue)
  await engine({ queue }).start()
  await pass(2000)
  calls.length = 0
  await pass(10_000)
  const count = (name: keyof TaskQueue): number => calls.filter((one) => one === name).length
  expect(count('due')).toBeGreaterThanOrEqual(9)
  expect(count('due')).toBeLessThanOrEqual(11)
  expect(count('claim') + count('claimAsked')).toBe(0)
  await stores.tasks.submit({ task: newTask({ queue: 'b' }) })
  await until(() => upstreams[1]?.submitted.length === 1)
  expect(count('claim'), 'of the other queues nothing was asked').toBeLessThanOrEqual(3)
})

test.each(['due', 'claim'] as const)(
  'an outage of the store in "%s" is one line, and tasks go on after it',
  async (method) => {
    const { accept, engine, logged, stores, when, pass } = await world({ provider: new StubProvider() })
    await engine({ queue: failing(stores.queue, method, 5) }).start()
    const task = await accept()
    expect((await when(task.id, ended)).status).toBe('completed')
    await pass(10_000)
    const error = new Error('disk full')
    expect(logged).toEqual([
      {
        message: 'the task store could not be used; it is tried again without another line',
        details: method === 'due' ? { error } : { queue: 'default', error },
      },
    ])
  },
)
