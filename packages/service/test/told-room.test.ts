import { expect, test } from 'vitest'
import type { SubmitAnswer } from '../src/domain/provider/provider.js'
import { world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

test('no more tasks are submitted at a time than an upstream has said that it takes, and the next ones once it takes more', async () => {
  let room = 2
  const limits = { room: (requests: string) => (requests === 'submit' ? room : Infinity), take: () => 0, told: [] }
  const provider = Object.assign(new StubUpstream(), { limits })
  const { accept, engine, pass } = await world({ provider })
  const answers: ((answer: SubmitAnswer) => void)[] = []
  provider.answers = Array.from({ length: 6 }, () => new Promise<SubmitAnswer>((resolve) => answers.push(resolve)))
  for (let count = 0; count < 6; count += 1) await accept()
  const running = engine()
  await running.start()
  await pass(3000)
  expect(provider.submitted, 'of which none is answered').toHaveLength(2)
  room = 0
  for (const [index, answer] of answers.splice(0, 2).entries())
    answer({ answer: 'accepted', reference: `ref-${index}` })
  await pass(3000)
  expect(provider.submitted).toHaveLength(2)
  room = 3
  await pass(3000)
  expect(provider.submitted).toHaveLength(5)
  for (const [index, answer] of answers.entries()) answer({ answer: 'accepted', reference: `late-${index}` })
})

test.each([
  [1e6, 64],
  [2.5, 3],
])(
  'with %d requests per second, %i tasks are submitted at a time, however many wait',
  async (requestsPerSecond, most) => {
    const provider = new StubUpstream()
    const { accept, engine, pass } = await world({ provider, requestsPerSecond, concurrency: 1000 })
    let answer = (_: SubmitAnswer): void => undefined
    const answered = new Promise<SubmitAnswer>((resolve) => (answer = resolve))
    provider.answers = Array.from({ length: 70 }, () => answered)
    for (let count = 0; count < 70; count += 1) await accept()
    await engine().start()
    await pass(3000)
    expect(provider.submitted).toHaveLength(most)
    answer({ answer: 'rejected', error: 'no more' })
  },
)

test('a new task goes to another upstream while the first has said that it takes no more', async () => {
  let room = 0
  const limits = { room: () => room, take: () => 0, told: [] }
  const [first, second] = [Object.assign(new StubUpstream('first'), { limits }), new StubUpstream('second')]
  const { engine, pass } = await world({ provider: first }, { provider: second })
  const running = engine()
  await running.start()
  await pass(1000)
  const request = { model: 'beta-5.0', kind: 'image', parameters: {} } as const
  expect(running.queueFor(request)).toBe('second')
  room = 1
  expect(running.queueFor(request)).toBe('default')
})
