/** What two services need goes away in the middle of their work: their database, their bucket, and one of the two. */
import { execFileSync } from 'node:child_process'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  noPostgres,
  schemaOf,
  startPostgres,
  type PostgresServer,
} from '../../packages/service/test/support/postgres.js'
import { testS3, type TestS3 } from '../../packages/service/test/support/s3.js'
import type { ServiceProcess } from '../e2e/support/service-process.js'
import { lifetime } from './support/fast-process.js'
import { allEnded, judge, replica, submitTo, upstream } from './support/replicas.js'
import { expectBalance, sharedDatabase, type SharedDatabase } from './support/shared-database.js'

/** How often each outage comes, and what holds after it is looked at. */
const rounds = process.env['MODEL_TASKS_LONG'] === '1' ? 20 : 1
/** An outage with the time to get over it, and what comes before and after. A bound for a test that hangs. */
const timeout = 240_000 * (1 + rounds)
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

/** Stops a process for longer than its lease lasts, so that others have taken its tasks when it goes on. */
async function pause({ process: { pid } }: ServiceProcess): Promise<void> {
  process.kill(pid!, 'SIGSTOP')
  await new Promise((resolve) => {
    setTimeout(resolve, frozenFor)
  })
  process.kill(pid!, 'SIGCONT')
}

/** The bucket is gone until a service has noticed it. */
async function takeAway(s3: TestS3, services: readonly ServiceProcess[]): Promise<void> {
  const complaints = (): number =>
    services.reduce((sum, { output }) => sum + output().split('a file could not be stored').length, 0)
  const before = complaints()
  await s3.stop()
  await expect.poll(complaints).toBeGreaterThan(before)
  await s3.start()
}

describe.skipIf(noPostgres !== undefined)('services on a database and a bucket', () => {
  test(
    `lose no acknowledged task and no credit, and ask for no task twice, in ${rounds} rounds of outages: of the database, which is killed and freezes, of the bucket, and of one of them`,
    async () => {
      const [{ server, database }, theirs, s3] = [await ownServer(), await upstream(20), await testS3()]
      const start = () => replica(database, theirs, { s3: s3.settings })
      const services = await Promise.all([start(), start()])
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
        await Promise.all([submitSome(30), pause(services[round % 2]!)])
        await Promise.all([submitSome(30), takeAway(s3, services)])
        await submitSome(10)
        const ended = await allEnded(services[0])
        judge(acknowledged, ended, theirs)
        const completed = [...ended.values()].filter(({ status }) => status === 'completed')
        expect(completed.length).toBeGreaterThan(20 * (round + 1))
        const files = s3.keys().map((key) => /^results\/(task_[^.]+)/.exec(key)?.[1])
        expect(completed.filter(({ id }) => !files.includes(id))).toEqual([])
        await expectBalance(database)
        if (rounds > 1)
          process.stdout.write(
            `${round + 1} of ${rounds} rounds: ${acknowledged.size} acknowledged, ${completed.length} completed\n`,
          )
      }
    },
    timeout,
  )
})
