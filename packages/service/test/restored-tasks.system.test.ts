import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  backedUp,
  count,
  pass,
  passWhile,
  restoredTasksContract,
  run,
  startOn,
  type Place,
} from './contracts/restored-tasks.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'
import { ended } from './support/relay.js'

/**
 * Collects garbage: with the npm package of Node 20, a closed database keeps its file locked until its statements are collected. The
 * next command of an operator is another process; here it is the same.
 */
async function closedFiles(): Promise<void> {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  await new Promise((resolve) => setImmediate(resolve))
}

describe.skipIf(noPostgres !== undefined)('on PostgreSQL', () => {
  const newPlace = async (): Promise<Place> => ({ folder: temporaryFolder(), databaseUrl: await emptyDatabase() })

  /** As a dump that is read into the same server does: system and timeline are the same. */
  const copyRows = async ({ databaseUrl = '' }: Place): Promise<() => Promise<void>> => {
    const client = new pg.Client(databaseUrl)
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`,
    )
    for (const { name } of rows) await client.query(`CREATE TEMPORARY TABLE copy_of_${name} AS TABLE ${name}`)
    return async () => {
      await client.query(
        [
          'BEGIN; SET LOCAL session_replication_role = replica',
          ...rows.flatMap(({ name }) => [
            `DELETE FROM ${name}`,
            `INSERT INTO ${name} OVERRIDING SYSTEM VALUE TABLE copy_of_${name}`,
          ]),
          'COMMIT',
        ].join(';'),
      )
    }
  }

  restoredTasksContract(newPlace, copyRows)

  test('a database that is put back while its service runs has nothing more submitted, until the service is started again', async () => {
    const made = await backedUp(await newPlace())
    const { place, alpha, ids } = made
    const putBack = await copyRows(place)
    const running = await startOn(place, made)
    for (const id of ids) await running.when(id, ended)
    await putBack()
    // Each of them is tried again and again, and the next heartbeat is not taken.
    await pass(running, 180_000)
    expect(running.errors.join('\n')).toContain('the database was set back to an earlier state while this service ran')
    expect(alpha.count('submit')).toBe(count)
    await running.meanwhile(running.databaseLeft)
    await running.close()
    const next = await passWhile(made.before.clock, startOn(place, made))
    await pass(next, 30_000)
    expect(alpha.count('submit'), 'the next start notices').toBe(count)
  })

  test('a backup is not restored on SQLite by the record of a service that runs on: both would buy what waits', async () => {
    const made = await backedUp(await newPlace())
    const running = await startOn(made.place, made)
    const other: Place = { folder: temporaryFolder(), databaseUrl: undefined }
    await expect(run(other, 'restore', made.target, made.place.folder)).rejects.toThrow(
      /is the data folder of a running service, .*; stop it/,
    )
    expect(existsSync(join(other.folder, 'tasks.db'))).toBe(false)
    for (const id of made.ids) await running.when(id, ended)
    await running.close()
    await closedFiles()

    expect((await run(other, 'restore', made.target, made.place.folder)).slice(1)).toEqual([
      '0 tasks that no upstream was asked for since',
      expect.stringMatching(new RegExp(`^${count} tasks set aside`)),
      `${count} results copied from ${made.place.folder}`,
      `${count} tasks of these completed with the files that are stored of them`,
    ])
    const restored = await startOn(other, made)
    await pass(restored, 120_000)
    await restored.close()
    expect(made.alpha.count('submit')).toBe(count)
  })

  test('"restored hold" sets nothing aside while a service of the old primary runs on, which asks for more', async () => {
    const made = await backedUp(await newPlace())
    const running = await startOn(made.place, made)
    const promoted: Place = { folder: made.place.folder, databaseUrl: await emptyDatabase() }
    await run({ ...promoted, folder: temporaryFolder() }, 'restore', made.target)
    await expect(run(promoted, 'restored', 'hold')).rejects.toThrow(/is the data folder of a running service/)
    await running.close()
  })
})
