import type { ModelTasks } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import { describe, expect, test } from 'vitest'
import { EndedTasks } from '../src/listen/ended-tasks.js'

/** An account as a service lists it: newest first. */
class AccountTasks {
  readonly tasks: Task[] = []
  /** How many of the tasks that are listed next are given before the service fails. */
  failsAfter = Infinity
  listed = 0

  add(id: string, created: number, status: Task['status']): void {
    this.tasks.unshift({ id, object: 'image', created, model: 'beta-5.0', status })
  }

  end(id: string, status: Task['status'] = 'completed'): void {
    const index = this.tasks.findIndex((task) => task.id === id)
    this.tasks[index] = { ...this.tasks[index]!, status }
  }

  readonly list = ({ status }: { status?: string | undefined } = {}): ReturnType<ModelTasks['list']> => {
    const chosen = this.tasks.filter((task) => status === undefined || task.status === status)
    const each = async function* (this: AccountTasks): AsyncGenerator<Task> {
      for (const task of chosen) {
        if (this.failsAfter-- <= 0) throw new Error('the service is gone')
        this.listed++
        yield task
      }
    }
    return each.call(this) as unknown as ReturnType<ModelTasks['list']>
  }

  readonly query = async (id: string): Promise<Task> => {
    const found = this.tasks.find((task) => task.id === id)
    if (found !== undefined) return found
    throw Object.assign(new Error('unknown task'), { summary: 'unknown task', status: 404 })
  }
}

const next = async (ended: EndedTasks): Promise<string[]> => {
  const ids: string[] = []
  for await (const { id } of ended.next()) ids.push(id)
  return ids
}

describe('the tasks that end', () => {
  test('are given out once, also one that is older than what is listed as new', async () => {
    const account = new AccountTasks()
    account.add('old', 1000, 'processing')
    account.add('done', 4990, 'completed')
    account.add('new', 5000, 'queued')
    const ended = new EndedTasks(account, {})
    await ended.begin()
    expect(await next(ended)).toEqual([])
    account.end('old', 'failed')
    account.end('new')
    account.add('brief', 5001, 'completed')
    expect((await next(ended)).sort()).toEqual(['brief', 'new', 'old'])
    expect(await next(ended)).toEqual([])
  })

  test('are given out where a task is listed late, by a service whose clock is behind', async () => {
    const account = new AccountTasks()
    account.add('first', 5000, 'completed')
    const ended = new EndedTasks(account, {})
    await ended.begin()
    account.tasks.push({ ...account.tasks[0]!, id: 'late', created: 4980 })
    expect(await next(ended)).toEqual(['late'])
    expect(await next(ended)).toEqual([])
  })

  test('are all given out after a question that broke off in the middle', async () => {
    const account = new AccountTasks()
    const ended = new EndedTasks(account, {})
    await ended.begin()
    for (let number = 0; number < 5; number++) account.add(`t${number}`, 5000 + 100 * number, 'completed')
    account.failsAfter = 2
    const seen: string[] = []
    await expect(
      (async () => {
        for await (const { id } of ended.next()) seen.push(id)
      })(),
    ).rejects.toThrow('the service is gone')
    expect(seen).toEqual(['t4', 't3'])
    account.failsAfter = Infinity
    expect(await next(ended)).toEqual(['t2', 't1', 't0'])
    expect(await next(ended)).toEqual([])
  })

  test('are not looked for among those that are long known', async () => {
    const account = new AccountTasks()
    for (let number = 0; number < 500; number++) account.add(`t${number}`, 5000 + number, 'completed')
    const ended = new EndedTasks(account, {})
    await ended.begin()
    account.listed = 0
    expect(await next(ended)).toEqual([])
    expect(account.listed).toBeLessThan(40)
  })

  test('do not include one that the service has removed', async () => {
    const account = new AccountTasks()
    account.add('gone', 1000, 'processing')
    account.add('new', 5000, 'completed')
    const ended = new EndedTasks(account, {})
    await ended.begin()
    account.tasks.pop()
    expect(await next(ended)).toEqual([])
    expect(await next(ended)).toEqual([])
  })
})
