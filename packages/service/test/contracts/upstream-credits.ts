import { describe, expect, test } from 'vitest'
import type { LedgerEntry } from '../../src/keep/store/operator-store.js'
import type { TaskEnd } from '../../src/keep/store/task-queue.js'
import { claimer } from '../support/claims.js'
import { failure } from '../support/ends.js'
import { seededRandom } from '../support/seeded-random.js'
import { newTask, type OpenStores } from './open-stores.js'

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }

/** What the kept credits of every upstream promise. */
export function upstreamCreditsContract(name: string, open: OpenStores): void {
  describe(`${name}: credits of upstreams`, () => {
    test('equal the ledger through all that is submitted, moved, ended, cancelled and forgotten', async () => {
      const { tasks, accounts, queue, runs, operator } = await open()
      const process = await claimer(queue)
      const random = seededRandom(11)
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
      const queues = ['one', 'two', 'three']
      await accounts.addAccount({ id: 'payer', name: 'Payer', unlimited: false, credits: 5000, created: 1 })
      await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 2 })
      const ids: string[] = []
      const known = new Map<string, { queue: string; entries: LedgerEntry[] }>()
      const held = () => process.held(pick(ids))
      const charged: TaskEnd = { status: 'failed', error: 'x', credits: 'charged', because: 'lost' }
      const submit = async (): Promise<void> => {
        const amount = 1 + Math.floor(random() * 60)
        // Another model may make some, so that they hold more than they cost.
        const price = random() < 0.3 ? { price: Math.floor(random() * amount) } : {}
        const task = newTask({ account: pick(['payer', 'payer', 'rich']), queue: pick(queues), amount, ...price })
        if ((await tasks.submit({ task })).outcome === 'accepted') ids.push(task.id)
      }
      const steps: (() => Promise<unknown>)[] = [
        submit,
        submit,
        () => process.claim(2, pick(queues)),
        () => runs.noteSent(held()),
        () => runs.transfer(held(), { queue: pick(queues) }),
        () => queue.move({ from: pick(queues), to: pick(queues), models: ['beta-5.0'], limit: 1 }),
        () => runs.finish(held(), pick([{ status: 'completed', result: file }, failure('x'), charged])),
        () => tasks.cancel(pick(ids), 'cancelled'),
        async () => {
          await tasks.forgetResult(pick(ids))
          await tasks.forgetTasks(5000, 1)
        },
        () => queue.sweep(),
      ]
      const expected = async () => {
        const sums = new Map<string, { held: number; settled: number; released: number }>()
        for (const id of ids) {
          const task = await tasks.read(id)
          if (task !== undefined)
            known.set(id, { queue: task.queue, entries: await operator.ledgerOf(task.account, id) })
          const { queue: where = '', entries = [] } = known.get(id) ?? {}
          for (const entry of entries) {
            const sum = sums.get(where) ?? { held: 0, settled: 0, released: 0 }
            sum.held += entry.held
            if (entry.kind === 'settle') sum.settled += -entry.held - entry.available
            if (entry.kind !== 'hold') sum.released += entry.available
            sums.set(where, sum)
          }
        }
        return sums
      }
      await submit()
      let counted = await expected()
      for (let step = 0; step < 300; step += 1) {
        await pick(steps)()
        counted = await expected()
        const kept = await accounts.creditsByQueue()
        for (const one of queues)
          expect(kept.get(one) ?? { held: 0, settled: 0, released: 0 }, `${one} after ${step} steps`).toEqual(
            counted.get(one) ?? { held: 0, settled: 0, released: 0 },
          )
      }
      const all = [...counted.values()]
      for (const kind of ['settled', 'released'] as const)
        expect(Math.max(...all.map((sum) => sum[kind])), `some were ${kind}`).toBeGreaterThan(0)
      expect((await Promise.all(ids.map((id) => tasks.read(id)))).includes(undefined), 'some were forgotten').toBe(true)
    })
  })
}
