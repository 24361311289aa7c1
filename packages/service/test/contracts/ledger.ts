import { describe, expect, test } from 'vitest'
import type { AccountStore } from '../../src/keep/store/account-store.js'
import { newTask, type OpenStores } from './open-stores.js'
import { claimer } from '../support/claims.js'
import type { TaskEnd } from '../../src/keep/store/task-queue.js'
import { cancelProof } from '../support/ends.js'
import { maxMicroCredits } from '../../src/domain/money/credits.js'
import { everyEntry } from '../../src/keep/store/page.js'
import { seededRandom } from '../support/seeded-random.js'

const file = { file: 'results/x.png', contentType: 'image/png', bytes: 12 }

/** How long the random runs are, in rounds of eight steps. */
const rounds = process.env['MODEL_TASKS_LONG'] === '1' ? 300 : 15

/** The balance of an account, which its ledger has to add up to. */
export async function expectBalanced(accounts: AccountStore): Promise<void> {
  for await (const { id, credits, held } of everyEntry((query) => accounts.listAccounts(query)))
    expect(await accounts.ledgerSums(id), `the ledger of ${id}`).toEqual({ credits, held })
}

/** What the ledger of every store promises. */
export function ledgerContract(name: string, open: OpenStores): void {
  describe(`${name}: the ledger`, () => {
    test.each([1, 2, 3])(
      'adds up to the balance through all that is submitted, ended, cancelled, granted and forgotten, run %i',
      async (seed) => {
        const { tasks, accounts, queue, runs } = await open()
        const { claim, held: as } = await claimer(queue)
        const random = seededRandom(seed)
        const pick = (count: number): number => Math.floor(random() * count)
        await accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 500, created: 1 })
        await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 2 })
        const expected = { granted: 500, spent: { poor: 0, rich: 0 } }
        const ids: string[] = []
        const prices = new Map<string, { account: 'poor' | 'rich'; amount: number }>()
        for (let round = 0; round < rounds; round += 1) {
          const steps = Array.from({ length: 8 }, (_, index) => async (): Promise<void> => {
            const action = pick(10)
            const account = pick(5) === 0 ? 'rich' : 'poor'
            const id = ids[pick(ids.length)] ?? 'task_none'
            if (action < 4) {
              const amount = pick(60)
              // Another model may make some, so that they hold more than they cost.
              const price = pick(3) === 0 ? pick(amount + 1) : amount
              const task = newTask({ account, amount, ...(price === amount ? {} : { price }) })
              const key = `k${pick(40)}`
              const entry = pick(2) === 0 ? { task } : { task, idempotency: { key, bodyHash: 'a' } }
              if ((await tasks.submit(entry)).outcome !== 'accepted') return
              ids.push(task.id)
              prices.set(task.id, { account, amount: price })
            } else if (action < 6) {
              const price = prices.get(id)
              // What failed and may have been bought is paid for like what was completed.
              const end: TaskEnd =
                pick(3) === 0
                  ? { status: 'failed', error: 'x', credits: 'charged', because: 'lost' }
                  : { status: 'completed', result: file }
              if ((await runs.finish(as(id), end)) && price !== undefined) expected.spent[price.account] += price.amount
            } else if (action < 7) {
              await tasks.forgetResult(id)
              await tasks.forgetTasks(5000, 3)
            } else if (action < 8) {
              if (pick(2) === 0) await runs.noteSent(as(id))
              if ((await tasks.cancel(id, 'cancelled')) === 'noted') {
                await runs.noteAccepted(id, 'default', `ref-${id}`)
                if (pick(2) === 0)
                  await tasks.endCancelled(id, { reference: `ref-${id}`, reason: 'cancelled', proof: cancelProof })
              }
            } else {
              const credits = pick(80) - 30 || 1
              const { outcome } = await accounts.grantCredits({
                account: 'poor',
                credits,
                reference: `${round}-${index % 3}`,
                at: 5,
              })
              if (outcome === 'granted') expected.granted += credits
            }
          })
          await Promise.all(steps.map((step) => step()))
          await claim()
          await expectBalanced(accounts)
        }
        const all = await Promise.all(ids.map((id) => tasks.read(id)))
        expect(all, 'some were forgotten').toContain(undefined)
        const held = all
          .filter((task) => task?.account === 'poor' && (task.status === 'queued' || task.status === 'processing'))
          .reduce((sum, task) => sum + (task?.amount ?? 0), 0)
        const credits = expected.granted - held - expected.spent.poor
        expect(await accounts.findAccount('poor')).toMatchObject({ held, credits })
        const days = await accounts.spentByDay(0)
        expect([...days.values()].reduce((sum, one) => sum + one, 0)).toBe(expected.spent.poor + expected.spent.rich)
      },
    )

    test('grants no more than an account can have once what its tasks hold comes back', async () => {
      const { tasks, accounts } = await open()
      await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: false, credits: 10, created: 2 })
      const task = newTask({ account: 'rich', amount: 10 })
      await tasks.submit({ task })
      const grant = (credits: number) =>
        accounts.grantCredits({ account: 'rich', credits, reference: `${credits}`, at: 9 })
      expect(await grant(maxMicroCredits - 9)).toEqual({ outcome: 'out-of-range', credits: 0 })
      expect(await grant(maxMicroCredits - 10)).toEqual({ outcome: 'granted' })
      expect(await grant(1)).toEqual({ outcome: 'out-of-range', credits: maxMicroCredits - 10 })
      expect(await tasks.cancel(task.id, 'cancelled')).toBe('cancelled')
      expect(await accounts.findAccount('rich')).toMatchObject({ credits: maxMicroCredits, held: 0 })
      expect(await grant(-1)).toEqual({ outcome: 'granted' })
      await expectBalanced(accounts)
    })

    test('enters nothing for an account whose credits are not counted', async () => {
      const { tasks, accounts } = await open()
      await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 2 })
      const task = newTask()
      await tasks.submit({ task })
      await tasks.cancel(task.id, 'cancelled')
      expect(await accounts.ledgerSums('rich')).toEqual({ credits: 0, held: 0 })
    })

    test.each([-1, 0.5, Infinity, NaN, Number.MAX_SAFE_INTEGER + 1])(
      'cannot hold %d micro-credits, for any caller',
      async (amount) => {
        const { tasks, accounts } = await open()
        await accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 1 })
        await accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 2 })
        for (const account of ['poor', 'rich']) {
          const task = newTask({ account, amount })
          const submitted = await tasks.submit({ task }).catch(() => ({ outcome: 'rejected' }))
          expect(submitted.outcome).toMatch(/^(rejected|no-credits)$/)
          expect(await tasks.read(task.id)).toBeUndefined()
        }
        expect(await accounts.findAccount('poor')).toMatchObject({ credits: 10, held: 0 })
      },
    )
  })
}
