import type { Stores } from '../../src/keep/store/stores.js'
import { taskIds } from '../../src/domain/task/id.js'
import type { TaskRecord } from '../../src/domain/task/record.js'
import { claimer } from '../support/claims.js'

/** Stores under test; each call gives empty ones. */
export type OpenStores = () => Promise<Stores>

let created = 0

/** A task as the HTTP API creates it. */
export function newTask(values: Partial<TaskRecord> = {}): TaskRecord {
  created = values.created ?? 1000
  return {
    id: taskIds(() => created)(),
    account: 'rich',
    model: 'beta-5.0',
    kind: 'image',
    parameters: { prompt: '一只纸船 ⛵', seed: -1, tools: [{ deep: [null, true, 1.5] }] },
    status: 'queued',
    created: 1000,
    progress: 0,
    amount: 3,
    queue: 'default',
    faults: 0,
    submission: { state: 'none' },
    ...values,
  }
}

/** Empty stores with an account that has no limit, rich, and one with ten credits, poor. */
export async function openAccounts(open: OpenStores) {
  const stores = await open()
  await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  await stores.accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10, created: 2 })
  const credits = async () => (await stores.accounts.findAccount('poor'))?.credits
  const held = () => stores.accounts.findAccount('poor').then((account) => account?.held)
  const process = await claimer(stores.queue)
  /** Submits tasks and holds them, as one who runs them. */
  const take = async (...all: TaskRecord[]) => {
    for (const task of all) await stores.tasks.submit({ task })
    await process.claim()
  }
  const { runs } = stores
  return { ...stores, runs, credits, held, take, as: process.held }
}
