import { expect, test } from 'vitest'
import type { CancelAnswer, KeptKeys, Prepared, SubmitAnswer } from '../src/domain/provider/provider.js'
import type { Held } from '../src/keep/store/task-queue.js'
import { ended, world, type World } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

const lost: SubmitAnswer = { answer: 'unknown', error: 'connection lost' }
/** An upstream that takes nothing, and asks to come back in 20 seconds. */
const closed: SubmitAnswer = {
  answer: 'not-accepted',
  error: 'answered 503',
  pause: { reason: 'unavailable', retryAfter: 20_000 },
}

/** An upstream that buys a repeated submit once, and counts how often it is asked how long. */
class Repeatable extends StubUpstream {
  override repeatable = true
  asked = 0

  override keptKeys(): Promise<KeptKeys | false> {
    this.asked += 1
    return super.keptKeys()
  }
}

test('a task that a paused upstream may have stays sent there, offered to no other and not tried before the pause is over', async () => {
  const [first, second] = [new Repeatable('first'), new StubUpstream('second')]
  const { accept, engine, pass, when, stores } = await world({ provider: first }, { provider: second })
  first.answers = [lost, closed]
  const { id } = await accept()
  await engine().start()
  await when(id, () => first.submitted.length === 2)
  await pass(1000)
  const before = first.asked
  await pass(10_000)
  expect((await stores.tasks.read(id))?.submission).toMatchObject({ state: 'sent' })
  expect([second.submitted, first.submitted, first.asked]).toEqual([[], [id, id], before])
  first.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', queue: 'default', faults: 0 })
})

test('of several tasks that a paused upstream may have, one at a time is tried after the pause', async () => {
  const provider = new Repeatable()
  const { accept, engine, pass, until } = await world({ provider })
  provider.answers = [lost, lost, closed, closed, new Promise<SubmitAnswer>(() => undefined)]
  for (const _ of [1, 2]) await accept()
  await engine().start()
  await until(() => provider.submitted.length === 4)
  await until(() => provider.submitted.length > 4)
  await pass(20_000)
  expect(provider.submitted).toHaveLength(5)
})

test('a task that an upstream may have waits without an error while the upstream cannot say whether a repeat buys once', async () => {
  const provider = new Repeatable()
  const { accept, engine, pass, when } = await world({ provider })
  provider.answers = [lost]
  provider.keys = { ...provider.keys, heard: false }
  const { id } = await accept()
  await engine().start()
  await pass(10_000)
  expect(provider.submitted).toEqual([id])
  provider.keys = { ...provider.keys, heard: true }
  provider.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', faults: 0 })
  expect(provider.submitted).toEqual([id, id])
})

test('a task that was about to be submitted when its upstream was paused is free for another one at once', async () => {
  const provider = new StubUpstream()
  const { accept, engine, pass, stores } = await world({ provider, concurrency: 2, requestsPerSecond: 1 })
  provider.answers = [closed]
  const ids = [(await accept()).id, (await accept()).id]
  await engine().start()
  await pass(5000)
  expect(provider.submitted).toEqual([ids[0]])
  expect(await stores.queue.figures(9)).toMatchObject([{ waiting: 1, delayed: 1, running: 0 }])
})

test('nothing is submitted while the record of what upstreams are asked cannot be written, and it is tried again 5 s later', async () => {
  const provider = new StubUpstream()
  const { accept, engine, pass, stores, when, logged } = await world({ provider })
  const error = new Error('disk full')
  const noted: object[] = []
  const asked = {
    note: async (entry: object) => {
      if (noted.push(entry) === 1) throw error
    },
  }
  const { id } = await accept()
  await engine({ asked }).start()
  await pass(4500)
  expect([provider.submitted, noted.length]).toEqual([[], 1])
  expect((await stores.tasks.read(id))?.submission.state).toBe('none')
  provider.complete(id)
  expect(await when(id, ended)).toMatchObject({ status: 'completed', faults: 0 })
  expect(provider.submitted).toEqual([id])
  expect(noted[1]).toMatchObject({ task: id, attempt: 1, upstream: 'default' })
  expect(logged).toEqual([
    {
      message: 'the record of what upstreams are asked cannot be written; nothing is submitted meanwhile',
      details: { task: id, upstream: 'default', error },
    },
  ])
})

test('a task that an upstream may have, and whose repeats it rejects, is repeated less and less often before it ends as charged', async () => {
  const provider = new Repeatable()
  const { accept, engine, when, stores, clock } = await world({ provider })
  provider.answers = [lost, ...Array.from({ length: 9 }, () => ({ answer: 'rejected', error: 'an old link' }) as const)]
  const at: number[] = []
  const submit = provider.submit.bind(provider)
  provider.submit = (task) => {
    at.push(clock.now())
    return submit(task)
  }
  const { id } = await accept({ account: 'poor' })
  await engine().start()
  const task = await when(id, ended)
  expect(task.error).toMatch(
    /^outcome unknown: .*; it may have run there, and it rejected the last repeat: an old link$/,
  )
  expect((await stores.accounts.findAccount('poor'))?.credits, 'nothing proves that it was not bought').toBe(7)
  const seconds = at.map((time) => (time - at[0]!) / 1000)
  const waits = seconds.slice(1).map((time, index) => time - seconds[index]!)
  expect(waits).toHaveLength(6)
  // Each time it waits for as long as it was tried so far, until the deadline of a minute.
  for (const [index, wait] of waits.slice(1, 4).entries()) {
    expect(wait).toBeGreaterThanOrEqual(seconds[index + 1]!)
    expect(wait).toBeLessThan(seconds[index + 1]! + 2)
  }
  expect([seconds[5]! >= 60, seconds[5]! < 63]).toEqual([true, true])
  // Then it is asked once more, since one answer may be about today alone.
  expect([waits[5]! >= 60, waits[5]! < 63]).toEqual([true, true])
})

test('an upstream that answers a submit with the ID of another task leaves the outcome unknown, and the task follows no other', async () => {
  const provider = new StubUpstream()
  const { accept, engine, when, stores } = await world({ provider, identity: 'the same' })
  const first = await accept()
  await engine().start()
  await when(first.id, ({ submission }) => submission.state === 'accepted')
  provider.answers = [{ answer: 'accepted', reference: `ref-${first.id}` }]
  const second = await accept({ account: 'poor' })
  await when(second.id, ({ submission }) => submission.doubt !== undefined)
  provider.complete(first.id)
  expect((await when(first.id, ended)).status).toBe('completed')
  expect((await when(second.id, ended)).error).toMatch(
    `(the upstream answered with ref-${first.id}, the ID of another task); it may have run there and was not submitted twice`,
  )
  expect((await stores.accounts.findAccount('poor'))?.credits).toBe(7)
  expect(provider.submitted).toEqual([first.id, second.id])
  expect(provider.cancelled, 'it is that of another task').toEqual([])
})

/** A task that ends here while its upstream is asked for it, as where another service ends it; the upstream takes it all the same. */
async function takenTooLate(provider: StubUpstream): Promise<World & { id: string }> {
  const made = await world({ provider })
  const { runs } = made.stores
  let held: Held | undefined
  const { id } = await made.accept()
  const submit = provider.submit.bind(provider)
  provider.submit = async (task) => {
    const end = { status: 'failed', error: 'ended', credits: 'charged', because: 'lost' } as const
    if (held !== undefined) await runs.finish(held, end)
    return submit(task)
  }
  const noting = new Proxy(runs, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name)
      if (name === 'noteSent') return (of: Held, identity?: string) => runs.noteSent((held = of), identity)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await made.engine({ runs: noting }).start()
  await made.until(() => provider.submitted.length === 1)
  await made.pass(1000)
  return { ...made, id }
}

test.each<[string, CancelAnswer | undefined]>([
  ['does not cancel it', { answer: 'goes-on', reason: 'it runs' }],
  ['cannot cancel', undefined],
])(
  'a task that has ended here before its upstream took it is told to the operator where that %s',
  async (_, answer) => {
    const provider = new StubUpstream()
    const cancels: string[] = []
    const cancel = async (reference: string): Promise<CancelAnswer> => {
      cancels.push(reference)
      return answer ?? { answer: 'goes-on', reason: 'never asked' }
    }
    Object.assign(provider, { cancel: answer && cancel })
    const { id, logged } = await takenTooLate(provider)
    expect(cancels).toEqual(answer === undefined ? [] : [`ref-${id}`])
    expect(logged).toEqual([
      {
        message: 'an upstream has accepted a task that had ended here before, and goes on with it',
        details: { task: id, upstream: 'default', reference: `ref-${id}`, reason: answer && 'it runs' },
      },
    ])
  },
)

test('a task that has ended here before its upstream took it, and is cancelled there, needs no one', async () => {
  const provider = new StubUpstream()
  provider.cancelAnswers = [{ answer: 'cancelled', proof: 'answered 200' }]
  const { id, errors, stores } = await takenTooLate(provider)
  expect([provider.cancelled, errors, provider.polled]).toEqual([[`ref-${id}`], [], []])
  expect((await stores.tasks.read(id))?.status).toBe('failed')
})

test('a task that an upstream may have, and whose files are rejected at each repeat, ends as charged after the deadline', async () => {
  const prepared: number[] = []
  const provider: Repeatable & { prepare?: () => Promise<Prepared> } = new Repeatable()
  const { accept, engine, when, stores, clock } = await world({ provider })
  provider.answers = [lost]
  provider.prepare = async () => {
    prepared.push(clock.now())
    return prepared.length === 1 ? { files: new Map() } : { answer: 'rejected', error: 'an old link' }
  }
  const { id } = await accept({ account: 'poor' })
  await engine().start()
  expect((await when(id, ended)).error).toMatch(/^outcome unknown: .*, and it rejected the last repeat: an old link$/)
  expect(provider.submitted).toEqual([id])
  expect((await stores.accounts.findAccount('poor'))?.credits).toBe(7)
  const seconds = prepared.map((time) => (time - prepared[0]!) / 1000)
  // Less and less often until the deadline of a minute, and once more a minute later.
  expect([seconds.length <= 8, seconds.at(-1)! >= 120, seconds.at(-1)! < 130]).toEqual([true, true, true])
})
