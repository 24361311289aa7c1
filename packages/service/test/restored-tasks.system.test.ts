import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backedUp, count, pass, restoredTasksContract, run, startOn, type Place } from './contracts/restored-tasks.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'
import { ended } from './support/relay.js'

describe.skipIf(noPostgres !== undefined)('on PostgreSQL', () => {
  const newPlace = async (): Promise<Place> => ({ folder: temporaryFolder(), databaseUrl: await emptyDatabase() })

  restoredTasksContract(newPlace)

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
