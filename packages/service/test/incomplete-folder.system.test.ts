import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import pg from 'pg'
import { runCommand } from '../src/commands/administration/run.js'
import { examine } from '../src/commands/doctor/doctor.js'
import type { Finding } from '../src/commands/doctor/report.js'
import { defaultSettings, type Settings } from '../src/settings/settings.js'
import { startService } from '../src/compose/start.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'
import { testS3 } from './support/s3.js'
import { image, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

async function run(settings: Partial<Settings>, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(words, { ...defaultSettings, ...settings }, (line) => lines.push(line))
  return lines
}

/** A start, a command, a backup and `doctor` all say the same of settings that may not be used, and change nothing. */
async function expectRejected(settings: Partial<Settings>, found: string, next: string): Promise<void> {
  const variable = settings.databaseUrl === undefined ? 'MODEL_TASKS_DATA' : 'MODEL_TASKS_DATABASE_URL'
  const message = `${variable}: ${found}; ${next}`
  const parts = { provider: new StubProvider() }
  await expect(startService({ port: 0, siteDirectory: '/nowhere', ...settings }, parts)).rejects.toThrow(message)
  await expect(run(settings, 'account', 'list')).rejects.toThrow(message)
  expect(await faultsOf(settings)).toContainEqual(expect.objectContaining({ level: 'error', found, next }))
}

async function faultsOf(settings: Partial<Settings>): Promise<Finding[]> {
  const findings = await examine(
    { ...defaultSettings, port: 0, ...settings },
    { now: Date.now, nodeVersion: process.version, patience: 30_000, freeBytes: async () => 50 * 1024 ** 3 },
  )
  return findings.filter(({ level }) => level === 'error')
}

/** A backup with a few tasks and files, one of which cannot be read until it is repaired: a restore stops there. */
async function brokenBackup(settings: Partial<Settings> = {}) {
  const { submit, ended, folder, key, service, call } = await testService(settings)
  const ids = await Promise.all(Array.from({ length: 5 }, async () => (await ended((await submit(image)).body.id)).id))
  await call('POST', '/assets', { body: 'a picture', headers: { 'content-type': 'image/png' } })
  await service.close()
  const target = join(temporaryFolder(), 'backup')
  await run({ ...settings, dataDirectory: folder }, 'backup', target)
  const assets = join(target, 'files', 'assets')
  const [asset = ''] = readdirSync(assets)
  const aside = join(temporaryFolder(), asset)
  renameSync(join(assets, asset), aside)
  mkdirSync(join(assets, asset))
  const repair = (): void => {
    rmSync(join(assets, asset), { recursive: true })
    renameSync(aside, join(assets, asset))
  }
  return { target, repair, key, ids, asset }
}

const unfinished = (place: string): [string, string] => [
  `a backup is being restored into ${place}, or that was interrupted`,
  `run model-tasks-service restore <folder> again to finish it, or ${place === 'the database' ? 'use another database' : 'set MODEL_TASKS_DATA to another folder'}`,
]

test('a folder whose restore was interrupted serves no one until the restore is run again', async () => {
  const { target, repair, key, ids } = await brokenBackup()
  const dataDirectory = temporaryFolder()
  await expect(run({ dataDirectory }, 'restore', target)).rejects.toThrow('EISDIR')
  await expectRejected({ dataDirectory }, ...unfinished(dataDirectory))
  await expect(run({ dataDirectory }, 'backup', join(temporaryFolder(), 'backup'))).rejects.toThrow(
    'or that was interrupted',
  )
  expect(existsSync(join(dataDirectory, 'tasks.db'))).toBe(false)
  // A file that a restore has written is whole, and of no other backup.
  const stray = join(dataDirectory, 'files/results/task_of_another.png')
  mkdirSync(join(dataDirectory, 'files/results'), { recursive: true })
  writeFileSync(stray, '')
  const part = join(dataDirectory, 'files/results/task_01.png.0.part')
  writeFileSync(part, 'half a')
  repair()
  await expect(run({ dataDirectory }, 'restore', target)).rejects.toThrow(
    `${dataDirectory} holds results/task_of_another.png, which is not of this backup`,
  )
  rmSync(stray)
  expect(await run({ dataDirectory }, 'restore', target)).toEqual(['5 tasks, the database verified'])
  expect(existsSync(part), 'what a kill left').toBe(false)
  const again = await testService({ dataDirectory, key })
  for (const id of ids) expect(await (await fetch((await again.ended(id)).result_url)).text()).toBe(`result of ${id}`)
})

test('a restore into a bucket that was interrupted is finished by the next one', async () => {
  const { target, repair, key, ids } = await brokenBackup()
  const [dataDirectory, { files }] = [temporaryFolder(), await testS3()]
  await expect(run({ dataDirectory, files }, 'restore', target)).rejects.toThrow('EISDIR')
  await expect(run({ dataDirectory: temporaryFolder(), files }, 'restore', target)).rejects.toThrow(
    'the bucket results holds files below ""',
  )
  repair()
  await run({ dataDirectory, files }, 'restore', target)
  const again = await testService({ dataDirectory, files, key })
  for (const id of ids) expect(await (await fetch((await again.ended(id)).result_url)).text()).toBe(`result of ${id}`)
})

test.skipIf(process.platform === 'win32')(
  'a backup that was killed is not one, under any name of its folder',
  async () => {
    const { folder, service } = await testService()
    await service.close()
    const [place, moved] = [temporaryFolder(), join(temporaryFolder(), 'moved')]
    mkdirSync(join(folder, 'files/results'))
    const slow = join(folder, 'files/results/task_01.png')
    execFileSync('mkfifo', [slow])
    const backup = run({ dataDirectory: folder }, 'backup', join(place, 'backup'))
    // It is open once the backup reads it: what is there now is what a kill would leave.
    const file = await open(slow, 'w')
    cpSync(join(place, readdirSync(place)[0] ?? ''), moved, { recursive: true })
    await file.close()
    await backup
    await expect(run({ dataDirectory: temporaryFolder() }, 'restore', moved)).rejects.toThrow(
      'it has neither tasks.db nor backup.json',
    )
  },
)

test('a data folder of which a part is missing is not taken for a new one', async () => {
  const { folder: dataDirectory, service, submit, ended } = await testService()
  await ended((await submit(image)).body.id)
  await service.close()
  const files = join(dataDirectory, 'files')
  const aside = join(temporaryFolder(), 'files')
  renameSync(files, aside)
  expect(await faultsOf({ dataDirectory })).toEqual([
    expect.objectContaining({
      level: 'error',
      found: `of the newest 1 results, 1 are not in ${files}, or not whole`,
      next: 'copy that folder whole from where this one came from, or restore a backup',
    }),
  ])
  renameSync(aside, files)
  const next =
    'copy the folder whole while no service uses it, restore a backup into an empty folder, or set MODEL_TASKS_DATA to an empty folder to begin anew'
  const database = join(dataDirectory, 'tasks.db')
  // Here the file stays open, which keeps what is beside it.
  for (const beside of ['-wal', '-shm']) rmSync(`${database}${beside}`, { force: true })
  truncateSync(database)
  await expectRejected({ dataDirectory }, `${dataDirectory} holds files of tasks but not the database, tasks.db`, next)
  rmSync(database)
  await expectRejected({ dataDirectory }, `${dataDirectory} holds files of tasks but not the database, tasks.db`, next)
  rmSync(files, { recursive: true })
  writeFileSync(`${database}-wal`, 'what SQLite would delete')
  await expectRejected({ dataDirectory }, `${dataDirectory} holds tasks.db-wal but not the database, tasks.db`, next)
})

test('a folder of a newer version can be backed up, and its backup is rejected before anything is written', async () => {
  const { folder, service } = await testService()
  await service.close()
  const [target, dataDirectory] = [join(temporaryFolder(), 'backup'), temporaryFolder()]
  const database = await openSqlite(join(folder, 'tasks.db'))
  database.exec('PRAGMA user_version = 999')
  database.close()
  expect(await run({ dataDirectory: folder }, 'backup', target)).toEqual(['0 tasks, the database verified'])
  await expect(run({ dataDirectory }, 'restore', target)).rejects.toThrow(
    /was written by a newer version of the service \(its format is 999, this version knows \d+\)/,
  )
  expect(readdirSync(dataDirectory)).toEqual([])
})

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  test('a database whose restore was interrupted serves no one until the restore is run again', async () => {
    const [from, to] = [await emptyDatabase(), await emptyDatabase()]
    const { target, repair, key, ids } = await brokenBackup({ databaseUrl: from })
    const settings = { databaseUrl: to, dataDirectory: temporaryFolder() }
    await expect(run(settings, 'restore', target)).rejects.toThrow('EISDIR')
    await expectRejected(settings, ...unfinished('the database'))
    await expect(run(settings, 'backup', join(temporaryFolder(), 'backup'))).rejects.toThrow('or that was interrupted')
    repair()
    // Another restore has not ended.
    const client = new pg.Client(to)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('BEGIN; LOCK TABLE unfinished_restore')
    await expect(run(settings, 'restore', target)).rejects.toThrow('another restore into this database is running')
    await client.query('ROLLBACK')
    expect(await run(settings, 'restore', target)).toEqual(['5 tasks, the database verified'])
    const again = await testService({ ...settings, key })
    for (const id of ids) expect(await (await fetch((await again.ended(id)).result_url)).text()).toBe(`result of ${id}`)
  })
})
