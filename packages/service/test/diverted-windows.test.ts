import { expect, test } from 'vitest'
import { ProviderSet } from '../src/domain/provider/provider-set.js'
import { FailOver, type FailOverParts } from '../src/run/engine/fail-over.js'
import { newTask } from './contracts/open-stores.js'
import { ManualClock } from './support/manual-clock.js'
import { StubUpstream } from './support/stub-upstream.js'

test('of many tasks that wait for a paused upstream and name other models, each is looked at, a window at a time, and then the first again', async () => {
  const lane = (queue: string, model: string) => ({
    ...{ queue, provider: new StubUpstream(queue), models: [model], concurrency: 1, requestsPerSecond: 1 },
    pollDeadline: 1,
  })
  const waiting = Array.from({ length: 200 + 1 }, (_, index) => ({
    ...newTask({ id: `task_${String(index).padStart(3, '0')}`, queue: 'paused', model: 'beta-5.0' }),
    // Of all but the last one, the other model is down too.
    fallbacks: [{ model: index === 200 ? 'epsilonO3' : 'sd_2.0_discount', amount: 1 }],
  }))
  const [begun, diverted, woken]: [string[], string[], string[]] = [[], [], []]
  const failOver = new FailOver({
    providers: new ProviderSet('test', [lane('paused', 'beta-5.0'), lane('open', 'epsilonO3')]),
    models: ['beta-5.0', 'epsilonO3'],
    queue: {
      waitingWithFallbacks: async (_queue: string, after: string, limit: number) => {
        begun.push(after)
        return waiting.filter(({ id }) => id > after).slice(0, limit)
      },
      divert: async ({ id }: { id: string }) => (diverted.push(id), true),
    },
    clock: new ManualClock(),
    rolloutTime: 0,
    isOpen: (queue: string) => queue === 'open',
    isDown: () => true,
    wake: (queue: string) => void woken.push(queue),
  } as unknown as FailOverParts)
  for (let looks = 0; looks < 3; looks += 1) await failOver.move('paused', 0, 'owner')
  expect(begun).toEqual(['', 'task_199', ''])
  expect([diverted, woken]).toEqual([['task_200'], ['open']])
})
