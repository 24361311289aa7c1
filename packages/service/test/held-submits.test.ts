import { expect, test } from 'vitest'
import type { KeptKeys, SubmitAnswer } from '../src/domain/provider/provider.js'
import { ended, world } from './support/scheduler.js'
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
