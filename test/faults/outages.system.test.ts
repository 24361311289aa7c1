/** The database of two services killed, and frozen for longer than a heartbeat lasts, in the middle of their work. */
import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  noPostgres,
  schemaOf,
  startPostgres,
  type PostgresServer,
} from '../../packages/service/test/support/postgres.js'
import { lifetime } from './support/fast-process.js'
import { allEnded, judge, replica, submitTo, upstream } from './support/replicas.js'
import { expectBalance, sharedDatabase, type SharedDatabase } from './support/shared-database.js'

/** How often each outage comes. */
const rounds = process.env['MODEL_TASKS_LONG'] === '1' ? 20 : 1
/** An outage with the time to get over it, and what comes before and after. A bound for a test that hangs. */
const timeout = 120_000 * (1 + rounds)
/** Milliseconds for which the server stands still: for longer than any process counts as alive. */
const frozenFor = lifetime + 1500

async function ownServer(): Promise<{ server: PostgresServer; database: SharedDatabase }> {
  // Its files outlive its processes: none of these outages is one of the machine.
  const server = await startPostgres({ settings: { fsync: 'off' } })
  onTestFinished(() => server.stop())
  const admin = new pg.Client(server.url)
  await admin.connect()
  const database = await sharedDatabase(await schemaOf(server, admin))
  await admin.end()
  return { server, database }
}

/** Stops the server with all its processes, and lets it go on after a while. */
async function freeze(server: PostgresServer): Promise<void> {
  const all = [server.pid, ...childrenOf(server.pid)]
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  await new Promise((resolve) => {
    setTimeout(resolve, frozenFor)
  })
  for (const pid of all) process.kill(pid, 'SIGCONT')
}

function childrenOf(pid: number): number[] {
  const listed = execFileSync('ps', ['--ppid', String(pid), '-o', 'pid='], { encoding: 'utf8' })
  return listed.split('\n').flatMap((line) => (line.trim() === '' ? [] : [Number(line)]))
}

describe.skipIf(noPostgres !== undefined)('services whose database goes away', () => {
  test(
    'lose no acknowledged task and no credit, and ask for no task twice, when it is killed and when it freezes',
    async () => {
      const [{ server, database }, theirs] = [await ownServer(), await upstream(20)]
      const services = await Promise.all([replica(database, theirs), replica(database, theirs)])
      const acknowledged = new Set<string>()
      const submitSome = (count: number): Promise<unknown> => {
        const enough = acknowledged.size + count
        return Promise.all(
          [...services, ...services].map((service) => submitTo(service, (id) => acknowledged.add(id).size < enough)),
        )
      }
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all([submitSome(30), server.restart()])
        await Promise.all([submitSome(30), freeze(server)])
        await submitSome(10)
      }
      const ended = await allEnded(services[0])
      judge(acknowledged, ended, theirs)
      expect([...ended.values()].filter(({ status }) => status === 'completed').length).toBeGreaterThan(20)
      await expectBalance(database)
    },
    timeout,
  )
})
