/** Services that share a PostgreSQL database of which connections are cut, tables are locked and rewritten, and that is read-only for a while. */
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { noPostgres } from '../../packages/service/test/support/postgres.js'
import { seededRandom } from '../../packages/service/test/support/seeded-random.js'
import { allEnded, judge, replica, submitTo, upstream } from './support/replicas.js'
import { expectBalance, sharedDatabase } from './support/shared-database.js'

const tables = ['task', 'task_change', 'queue_account', 'queue_count']
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe.skipIf(noPostgres !== undefined)('services that share a database in trouble', () => {
  test('no acknowledged task is lost, none is asked for twice, and every count is right in the end', async () => {
    const [database, server] = [await sharedDatabase(), await upstream(40)]
    const [killed, ...survivors] = await Promise.all([
      replica(database, server),
      replica(database, server),
      replica(database, server),
    ])
    const client = new pg.Client(database.url)
    await client.connect()
    onTestFinished(() => client.end())
    const random = seededRandom(7)
    const cut = (): Promise<unknown> =>
      client.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'model-tasks-service' AND random() < 0.4`,
      )
    const troubles: (() => Promise<unknown>)[] = [
      cut,
      ...tables.map((table) => () => client.query(`VACUUM FULL ${table}`)),
      async () => {
        await client.query(`BEGIN; LOCK TABLE ${tables[Math.floor(random() * tables.length)] ?? ''}`)
        await pause(400)
        await client.query('COMMIT')
      },
      async () => {
        const setting = (value: string): Promise<unknown> =>
          client.query(`ALTER ROLE CURRENT_USER SET default_transaction_read_only = ${value}`)
        await setting('on')
        await cut()
        await pause(300)
        await client.query('SET default_transaction_read_only = off')
        await setting('off')
        await cut()
      },
    ]
    const acknowledged = new Set<string>()
    let over = false
    const submitting = Promise.all(
      [killed, killed, ...survivors, ...survivors].map((service) =>
        submitTo(service, (id) => {
          acknowledged.add(id)
          return !over
        }),
      ),
    )
    for (const [index, trouble] of [...troubles, ...troubles].entries()) {
      await trouble()
      if (index === 4) killed.process.kill('SIGKILL')
      await pause(200 + 200 * random())
    }
    over = true
    await submitting
    judge(acknowledged, await allEnded(survivors[0]), server)
    expect(acknowledged.size).toBeGreaterThan(20)
    await expectBalance(database)
  })
})
