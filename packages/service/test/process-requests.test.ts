import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { ProcessRequests } from '../src/compose/process-requests.js'
import type { Stores } from '../src/keep/store/stores.js'
import { ManualClock, settle } from './support/manual-clock.js'
import { stores } from './support/stores.js'

/** A process of a database, which counts how often it has taken its configuration over. */
async function started({ processes }: Pick<Stores, 'processes'>, name: string) {
  const clock = new ManualClock()
  const did = { reloads: 0, drains: 0 }
  const requests = new ProcessRequests({
    ...{ processes, name, clock, log: silentLog, engine: { health: () => [] } },
    drain: async () => void (did.drains += 1),
    reload: async () => ({ rejected: false, lines: [`${(did.reloads += 1)}`] }),
  })
  await requests.start()
  onTestFinished(() => requests.close())
  /** Lets it ask what is wanted of it. */
  const ask = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) {
      clock.advance(2000)
      await settle()
    }
  }
  return { did, ask, close: () => requests.close() }
}

const namesOf = async ({ processes }: Pick<Stores, 'processes'>): Promise<string[]> =>
  (await processes.list()).map(({ name }) => name)

test('of two processes with one name, as in containers with one host name, each is listed and told what is asked of it', async () => {
  const database = await stores()
  const [first, second] = [await started(database, 'web:1'), await started(database, 'web:1')]
  await first.ask()
  expect(await namesOf(database)).toEqual(['web:1', 'web:1-2'])
  expect(await database.processes.reload('Ada')).toEqual(
    new Map([
      ['web:1', 1],
      ['web:1-2', 1],
    ]),
  )
  for (const process of [first, second]) await process.ask()
  expect([first.did.reloads, second.did.reloads]).toEqual([1, 1])
  expect((await database.processes.list()).map(({ reload }) => reload?.outcome?.rejected)).toEqual([false, false])
  await database.processes.drain('web:1-2', 'Ada')
  for (const process of [first, second]) await process.ask()
  expect([first.did.drains, second.did.drains], 'one is drained, not both').toEqual([1, 0])
  await first.close()
  expect(await namesOf(database)).toEqual(['web:1'])
})

test('a process that was forgotten while the database could not be asked is listed again, and told what is asked of it', async () => {
  const database = await stores()
  const process = await started(database, 'web:1')
  await database.processes.reload('Ada')
  await process.ask()
  // As another one does that begins after an outage of more than 90 s.
  const other = await started(database, 'web:2')
  expect(await namesOf(database)).toEqual(['web:2'])
  await process.ask()
  expect(await namesOf(database)).toEqual(['web:1', 'web:2'])
  await database.processes.reload('Ada')
  for (const one of [process, other]) await one.ask()
  expect([process.did.reloads, other.did.reloads]).toEqual([2, 1])
  await database.processes.drain('web:1', 'Ada')
  await process.ask()
  expect(process.did.drains).toBe(1)
  await started(database, 'web:3')
  await process.ask()
  expect(await database.processes.list(), 'it is drained as before').toMatchObject([
    { name: 'web:1', drain: {}, emptySince: expect.any(Number) },
    { name: 'web:3' },
  ])
})
