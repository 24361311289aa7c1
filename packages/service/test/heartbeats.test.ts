import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import type { Beat, TaskQueue } from '../src/keep/store/task-queue.js'
import { Membership } from '../src/run/engine/membership.js'
import { openAccounts, newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock, settle } from './support/manual-clock.js'
import { passTime } from './support/scheduler.js'

/** A process over a database of its own, what it is told, and what it is asked; `over` replaces methods of its queue. */
async function membership(over: (queue: TaskQueue) => Partial<TaskQueue> = () => ({})) {
  const clock = new ManualClock()
  const { queue, tasks, runs, close } = await openAccounts(() =>
    openSqliteStores(`${temporaryFolder()}/tasks.db`, undefined, () => clock.now()),
  )
  onTestFinished(() => close())
  const [told, left, logged]: [string[], string[], unknown[]] = [[], [], []]
  const leave = (owner: string) => (left.push(owner), queue.leave(owner))
  const replaced: Partial<TaskQueue> = { leave, ...over(queue) }
  const asked = new Proxy(queue, {
    get: (target, name) => {
      const value: unknown = Reflect.get(replaced, name) ?? Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const one = new Membership({
    queue: asked,
    clock,
    log: { ...silentLog, error: (message, details) => void logged.push({ message, details }) },
    onLost: () => void told.push('lost'),
    onEnded: (ids) => void told.push(...ids.map((id) => `ended ${id}`)),
    onWoken: (ids) => void told.push(...ids.map((id) => `woken ${id}`)),
    onFreed: () => void told.push('freed'),
  })
  onTestFinished(() => one.close())
  const pass = (milliseconds: number) => passTime(clock, milliseconds)
  return { one, clock, pass, queue, tasks, runs, told, left, logged }
}

const lifetime = 8000
const outage = (error: Error) => ({
  message: 'the heartbeat of this process could not be stored; it is tried again without another line',
  details: { error },
})

test('a process shows four times in its lifetime that it lives, and how long ago that was', async () => {
  const beats: number[] = []
  const { one, clock, pass } = await membership((queue) => ({
    beat: (owner) => (beats.push(clock.elapsed()), queue.beat(owner)),
  }))
  expect([one.owner, one.heartbeatAge]).toEqual([undefined, undefined])
  const began = clock.elapsed()
  await one.start()
  expect([typeof one.owner, one.heartbeatAge]).toEqual(['string', 0])
  await pass(1500)
  expect([one.heartbeatAge, beats]).toEqual([1500, []])
  await pass(750)
  expect(one.heartbeatAge).toBe(250)
  await pass(6000)
  expect(beats.map((at) => at - began)).toEqual([2000, 4000, 6000, 8000])
  await one.close()
  expect([one.owner, one.heartbeatAge]).toEqual([undefined, undefined])
})

test('a heartbeat tells of tasks that others have ended, and of those of which an upstream has told others', async () => {
  const { one, pass, told, queue, tasks } = await membership((real) => ({
    beat: async (owner) => ({ ...((await real.beat(owner)) as Beat), woken: ['task_woken'] }),
  }))
  await one.start()
  const task = newTask()
  await tasks.submit({ task })
  await queue.claim(one.owner ?? '', { queue: 'default', room: 1, concurrency: undefined })
  await tasks.cancel(task.id, 'cancelled')
  await pass(2000)
  expect(told).toEqual([`ended ${task.id}`, 'woken task_woken'])
})

test('tasks that ended a process are told of at the start, and with the heartbeat after, with where they are and what follows', async () => {
  const { one, pass, logged, queue, tasks, runs } = await membership()
  const task = newTask()
  await tasks.submit({ task })
  for (const begin of [() => one.start(), () => pass(2000)]) {
    const killed = await queue.join()
    await queue.claim(killed, { queue: 'default', room: 1, concurrency: undefined })
    await runs.noteHandling({ id: task.id, owner: killed })
    await queue.join()
    await begin()
  }
  await pass(2000)
  expect(logged).toEqual([
    {
      message: 'the process ended while it handled the files of a task; it is handled alone from now on',
      details: { task: task.id, queue: 'default', times: 1 },
    },
    {
      message:
        'the process ended again while it handled the files of a task, which is set aside; it comes back alone after a pause that grows, up to four times, and then waits for "queue retry"',
      details: { task: task.id, queue: 'default', times: 2 },
    },
  ])
})

test('tasks that come free with a sweep are looked for at once, and only then', async () => {
  const freed = [0, 3, 0]
  const { one, pass, told } = await membership(() => ({
    sweep: async () => ({ freed: freed.shift() ?? 0, deaths: [] }),
  }))
  await one.start()
  expect(told).toEqual([])
  await pass(2000)
  expect(told).toEqual(['freed'])
  await pass(4000)
  expect(told).toEqual(['freed'])
})

test('one sweep is under way at a time, and no heartbeat waits for it', async () => {
  let [sweeps, end] = [0, (): void => undefined]
  const { one, pass, queue } = await membership(() => ({
    sweep: async () => {
      if ((sweeps += 1) === 2) await new Promise<void>((resolve) => (end = resolve))
      return { freed: 0, deaths: [] }
    },
  }))
  await one.start()
  await pass(2 * queue.lifetime)
  expect([sweeps, one.heartbeatAge]).toEqual([2, 0])
  end()
  await pass(2000)
  expect(sweeps).toBe(3)
})

test('a process that was taken for gone stops its work and joins anew, once it has left what it was, and looks for what it held', async () => {
  const { one, pass, queue, told, left } = await membership()
  await one.start()
  const before = one.owner
  await queue.leave(before ?? '')
  await pass(2000)
  expect([told, left]).toEqual([['lost', 'freed'], [before]])
  expect([typeof one.owner, one.owner === before, one.heartbeatAge]).toEqual(['string', false, 0])
  await pass(2000)
  expect(told, 'once').toEqual(['lost', 'freed'])
})

test('a process whose heartbeat is not answered for its lifetime has lost its tasks, and a late answer takes nothing more from it', async () => {
  let answer = (_: undefined): void => undefined
  let [silent, asked] = [true, 0]
  const { one, pass, queue, told, left } = await membership((real) => ({
    beat: (owner) => {
      asked += 1
      return silent ? new Promise<undefined>((resolve) => (answer = resolve)) : real.beat(owner)
    },
  }))
  await one.start()
  const before = one.owner
  await pass(lifetime - 250)
  expect([told, one.owner === before]).toEqual([[], true])
  await pass(250)
  expect([told, one.owner, one.heartbeatAge, asked]).toEqual([['lost'], undefined, undefined, 1])
  silent = false
  answer(undefined)
  await pass(2000)
  expect([told, left]).toEqual([['lost', 'freed'], [before]])
  expect(typeof one.owner).toBe('string')
  expect(queue.lifetime).toBe(lifetime)
})

test('an outage is one line however long it lasts, and the next one is another', async () => {
  const error = new Error('disk full')
  let works = false
  const { one, pass, logged, told } = await membership((queue) => ({
    beat: (owner) => (works ? queue.beat(owner) : Promise.reject(error)),
  }))
  await one.start()
  await pass(lifetime - 1000)
  expect(logged).toEqual([outage(error)])
  works = true
  await pass(2000)
  works = false
  await pass(4000)
  expect(logged).toEqual([outage(error), outage(error)])
  expect(told).toEqual([])
})

test('what goes wrong with a sweep is told, and the next heartbeat sweeps again', async () => {
  const error = new Error('disk full')
  let sweeps = 0
  const { one, pass, logged } = await membership(() => ({
    sweep: () => ((sweeps += 1) === 2 ? Promise.reject(error) : Promise.resolve({ freed: 0, deaths: [] })),
  }))
  await one.start()
  await pass(4000)
  expect([sweeps, logged]).toEqual([3, [outage(error)]])
})

test('a process that gives its tasks back goes on under a new name, once; when it has ended it does not', async () => {
  const { one, told, left } = await membership()
  await one.start()
  const before = one.owner
  await one.giveBack()
  const after = one.owner
  expect([told, left, typeof after, after === before]).toEqual([['lost', 'freed'], [before], 'string', false])
  await one.close()
  await one.giveBack()
  expect([told, left, one.owner]).toEqual([['lost', 'freed'], [before, after], undefined])
})

test('a process that ends gives its tasks back once, after the sweep under way, and shows no more that it lives', async () => {
  let end = (): void => undefined
  let sweeps = 0
  const { one, pass, left } = await membership(() => ({
    sweep: async () => {
      if ((sweeps += 1) === 2) await new Promise<void>((resolve) => (end = resolve))
      return { freed: 0, deaths: [] }
    },
  }))
  await one.start()
  const { owner } = one
  await pass(2000)
  const closed = Promise.all([one.close(), one.close()])
  await settle()
  expect(left).toEqual([])
  end()
  await closed
  await pass(lifetime)
  expect([left, sweeps]).toEqual([[owner], 2])
})

test('what a process held that was taken for gone is given back before it joins anew, also where that fails for a while', async () => {
  let fails = 3
  const left: string[] = []
  const { one, pass, queue, told, logged } = await membership((real) => ({
    leave: (owner) => (fails-- > 0 ? Promise.reject(new Error('disk full')) : (left.push(owner), real.leave(owner))),
  }))
  await one.start()
  const before = one.owner
  await queue.leave(before ?? '')
  await pass(lifetime)
  expect([told, left, logged]).toEqual([['lost', 'freed'], [before], [outage(new Error('disk full'))]])
})

test('a process that never came to join asks for that once at a time, and leaves nothing', async () => {
  const error = new Error('disk full')
  let [joins, answer] = [0, (_: Error): void => undefined]
  const { one, left, pass, logged } = await membership(() => ({
    join: () => ((joins += 1) === 1 ? Promise.reject(error) : new Promise((_, reject) => (answer = reject))),
  }))
  await one.start()
  await pass(lifetime)
  expect([joins, logged]).toEqual([2, [outage(error)]])
  answer(error)
  await pass(2250)
  expect(joins).toBe(3)
  answer(error)
  await one.close()
  expect([one.owner, left]).toEqual([undefined, []])
})
