import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { openPostgresStores } from '../src/keep/store/postgres/open.js'
import { Membership } from '../src/run/engine/membership.js'
import { openAccounts, newTask } from './contracts/open-stores.js'
import { claimer } from './support/claims.js'
import { ManualClock, settle } from './support/manual-clock.js'
import { emptyTables, noPostgres, patient } from './support/postgres.js'

const quiet = () => undefined

describe.skipIf(noPostgres !== undefined)('with PostgreSQL', () => {
  test('a process that ends while its heartbeat cannot be stored gives back what it held', async () => {
    const { queue, tasks, close } = await openAccounts(async () => openPostgresStores(await emptyTables(), patient))
    onTestFinished(() => close())
    const clock = new ManualClock()
    // Nothing answers its heartbeat any more.
    const cut = {
      lifetime: patient.lifetime,
      beat: () => new Promise<never>(quiet),
      ...{ join: () => queue.join(), sweep: () => queue.sweep(), leave: (owner: string) => queue.leave(owner) },
    }
    const told = { onEnded: quiet, onWoken: quiet, onFreed: quiet }
    let lost = false
    const onLost = () => {
      lost = true
    }
    const membership = new Membership({ queue: cut, clock, log: silentLog, onLost, ...told })
    await membership.start()
    const task = newTask()
    await tasks.submit({ task })
    await queue.claim(membership.owner ?? '', { queue: 'default', room: 1, concurrency: undefined })
    const other = await claimer(queue)
    expect(await other.claim()).toEqual([])
    for (; !lost; await settle()) clock.advance(1000)
    await membership.close()
    expect(await other.claim()).toEqual([task.id])
  })
})
