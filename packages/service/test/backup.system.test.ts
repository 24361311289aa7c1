import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { copyFiles } from '../src/keep/files/copy-files.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { S3Files } from '../src/keep/files/s3.js'
import { defaultSettings, type Settings } from '../src/settings/settings.js'
import { ResultGone } from '../src/domain/provider/provider.js'
import { openStores } from '../src/keep/store/open.js'
import { noOutbox } from '../src/keep/store/outbox.js'
import { expectBalanced } from './contracts/ledger.js'
import { temporaryFolder } from './support/folder.js'
import { emptyDatabase, noPostgres } from './support/postgres.js'
import { StubUpstream } from './support/stub-upstream.js'
import { testS3 } from './support/s3.js'
import { mayMount, smallDisk } from './support/small-disk.js'
import { image, testService, video } from './support/service.js'

const run = (data: string, ...words: string[]): Promise<string[]> => runWith({ dataDirectory: data }, ...words)

async function runWith(settings: Partial<Settings>, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(words, { ...defaultSettings, dataDirectory: temporaryFolder(), ...settings }, (line) =>
    lines.push(line),
  )
  return lines
}

async function removeFrom(place: S3Files, key: string): Promise<void> {
  const files = await place.open()
  await files.remove(key)
  files.close()
}

test('a backup made while tasks are submitted holds every task acknowledged before it, with its file and credits', async () => {
  const { submit, ended, folder, key, service } = await testService()
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push((await ended((await submit(image)).body.id)).id)
  const target = join(temporaryFolder(), 'backup')
  const more = Promise.all(Array.from({ length: 50 }, () => submit(image)))
  expect(await run(folder, 'backup', target)).toEqual([expect.stringMatching(/^\d+ tasks, the database verified$/)])
  await more
  await service.close()
  expect(existsSync(join(target, 'local-credentials.json')), 'no key in the clear').toBe(false)
  expect(statSync(join(target, 'tasks.db')).mode & 0o077).toBe(0)

  const restored = temporaryFolder()
  await run(restored, 'restore', target)
  const again = await testService({ dataDirectory: restored, key })
  for (const id of ids) {
    const task = await again.ended(id)
    expect([task.status, await (await fetch(task.result_url)).text()]).toEqual(['completed', `result of ${id}`])
  }
})

test('a key that was revoked after a backup opens again after its restore, until it is revoked again, which needs no service', async () => {
  const { folder, service } = await testService()
  const said = (await run(folder, 'account', 'add', 'Guest')).join('\n')
  const [key = '', id = ''] = [/mt_\S+/.exec(said)?.[0], /key_\w+/.exec(said)?.[0]]
  const target = join(temporaryFolder(), 'backup')
  await run(folder, 'backup', target)
  await run(folder, 'key', 'revoke', id)
  await service.close()

  const restored = temporaryFolder()
  await run(restored, 'restore', target)
  const statusOf = async (): Promise<number> => {
    const again = await testService({ dataDirectory: restored, key })
    const { status } = await again.call('GET', '/tasks')
    await again.service.close()
    return status
  }
  expect(await statusOf()).toBe(200)
  await run(restored, 'key', 'revoke', id)
  expect(await statusOf()).toBe(401)
})

test('a result from after a backup is had again by its restore, where its upstream no longer has it', async () => {
  const provider = new StubUpstream()
  const { submit, ended, folder, key, service } = await testService({}, { provider })
  const { id } = (await submit(image)).body
  await expect.poll(() => provider.polled.length).toBeGreaterThan(0)
  const target = join(temporaryFolder(), 'backup')
  await run(folder, 'backup', target)
  provider.complete(id)
  await ended(id)
  await service.close()

  const restored = temporaryFolder()
  expect((await run(restored, 'restore', target, folder)).at(-1)).toBe(`1 result copied from ${folder}`)
  const later = Object.assign(new StubUpstream(), {
    collect: () => Promise.reject(new ResultGone('HTTP 410')),
  })
  later.complete(id)
  const again = await testService({ dataDirectory: restored, key }, { provider: later })
  const task = await again.ended(id)
  expect([task.status, later.submitted]).toEqual(['completed', []])
  expect(await (await fetch(task.result_url)).text()).toBe(`ref-${id}`)
})

test('a service moves from its data folder to a bucket: its results and assets are served from there', async () => {
  const { submit, ended, folder, key, service, call } = await testService()
  const { id } = await ended((await submit(image)).body.id)
  const asset = await call('POST', '/assets', { body: 'a picture', headers: { 'content-type': 'image/png' } })
  await service.close()
  const target = join(temporaryFolder(), 'backup')
  await run(folder, 'backup', target)

  const [dataDirectory, { files, keys }] = [temporaryFolder(), await testS3()]
  await runWith({ dataDirectory, files }, 'restore', target)
  expect(readdirSync(join(dataDirectory, 'files'))).toEqual([])
  expect(keys()).toEqual([`assets/${asset.body.id}`, expect.stringMatching(`^results/${id}`)])
  const moved = await testService({ dataDirectory, files, key })
  expect(await (await fetch((await moved.ended(id)).result_url)).text()).toBe(`result of ${id}`)
  await expect(runWith({ files }, 'restore', target)).rejects.toThrow(
    'the bucket results holds files below ""; give an empty one, or another prefix',
  )
})

test('a backup that fails, as on a full disk, leaves nothing behind', async () => {
  const { folder, submit, ended, service } = await testService()
  await ended((await submit(image)).body.id)
  await service.close()
  const results = join(folder, 'files', 'results')
  rmSync(results, { recursive: true })
  writeFileSync(results, '')
  const place = temporaryFolder()
  await expect(run(folder, 'backup', join(place, 'backup'))).rejects.toThrow(/^backup failed: ENOTDIR/)
  expect(readdirSync(place)).toEqual([])
})

test('a copy that fails has come to its end: nothing is written into what is removed then', async () => {
  let finish = (): void => undefined
  const slow = new Promise<void>((resolve) => {
    finish = resolve
  })
  const written: string[] = []
  const from = {
    async *list(folder: string) {
      if (folder === 'results') yield* ['results/bad', 'results/slow']
    },
    async read(key: string) {
      if (key === 'results/bad') throw new Error('the disk is full')
      return Readable.from(['content'])
    },
    size: async () => 7,
  }
  const to = Object.assign(new DiskFileStore(temporaryFolder()), {
    async putStream(key: string) {
      await slow
      written.push(key)
      return { bytes: 7 }
    },
  })
  const copied = copyFiles(from, to)
  const first = await Promise.race([copied.catch(() => 'failed'), setImmediate('still writing')])
  finish()
  await expect(copied).rejects.toThrow('the disk is full')
  expect([first, written]).toEqual(['still writing', ['results/slow']])
})

test('of two backups into one folder at the same time one is there, whole, and the other one says so', async () => {
  const { submit, ended, folder, key, service } = await testService()
  const { id } = await ended((await submit(image)).body.id)
  const parent = temporaryFolder()
  const target = join(parent, 'backup')
  const both = await Promise.allSettled([run(folder, 'backup', target), run(folder, 'backup', target)])
  await service.close()
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both).toContainEqual(
    expect.objectContaining({
      reason: expect.objectContaining({ message: `${target} exists; give a folder that does not` }),
    }),
  )
  expect(readdirSync(parent)).toEqual(['backup'])
  const restored = temporaryFolder()
  await run(restored, 'restore', target)
  expect((await (await testService({ dataDirectory: restored, key })).ended(id)).status).toBe('completed')
})

test('backup and restore overwrite nothing, and reject what is not a backup', async () => {
  const { folder, service } = await testService()
  const target = join(temporaryFolder(), 'backup')
  await run(folder, 'backup', target)
  await expect(run(folder, 'backup', target)).rejects.toThrow('exists; give a folder that does not')
  await expect(run(folder, 'restore', target)).rejects.toThrow('in use by another service')
  const untouched = temporaryFolder()
  await expect(run(untouched, 'restore', folder)).rejects.toThrow(
    `${folder} is the data folder of a running service, not a backup; set MODEL_TASKS_DATA to it and make one with`,
  )
  expect(existsSync(untouched) ? readdirSync(untouched) : []).toEqual([])
  await service.close()
  expect(await run(untouched, 'restore', folder)).toEqual(['0 tasks, the database verified'])
  await expect(run(folder, 'restore', target)).rejects.toThrow('is not empty')
  const empty = temporaryFolder()
  await expect(run(empty, 'restore', temporaryFolder())).rejects.toThrow('is not a backup')
  writeFileSync(join(target, 'tasks.db'), 'damaged '.repeat(2000))
  await expect(run(empty, 'restore', target)).rejects.toThrow(/damaged|cannot be read/)
  expect(readdirSync(empty)).toEqual([])
})

test.skipIf(!mayMount)('a backup on a medium that can only be read is restored, with any mode', async () => {
  const { folder, service, submit, ended, key } = await testService()
  const { id } = await ended((await submit(image)).body.id)
  await service.close()
  const [backup, medium] = [join(temporaryFolder(), 'backup'), smallDisk()]
  await run(folder, 'backup', backup)
  chmodSync(join(backup, 'tasks.db'), 0o644)
  execFileSync('mount', ['--bind', backup, medium])
  onTestFinished(() => void execFileSync('umount', ['-l', medium]))
  execFileSync('mount', ['-o', 'remount,ro,bind', medium])
  const restored = temporaryFolder()
  expect(await run(restored, 'restore', medium)).toEqual(['1 task, the database verified'])
  expect(statSync(join(restored, 'tasks.db')).mode & 0o777).toBe(0o600)
  expect((await (await testService({ dataDirectory: restored, key })).ended(id)).status).toBe('completed')
})

describe.skipIf(noPostgres !== undefined)('with a real server', () => {
  test('PostgreSQL is saved while tasks are submitted, and restored into an empty database with every task, key and credit', async () => {
    const [from, to, { files, settings: s3, keys }] = [await emptyDatabase(), await emptyDatabase(), await testS3()]
    const { submit, ended, service, key } = await testService({ databaseUrl: from, files })
    const target = join(temporaryFolder(), 'backup')
    /** What is restored goes below another prefix than what it was saved from. */
    const prefixes = new Map([[from, '']])
    const run = async (databaseUrl: string, ...words: string[]): Promise<string> => {
      const prefix = prefixes.get(databaseUrl) ?? `restored-${prefixes.size}/`
      prefixes.set(databaseUrl, prefix)
      return (await runWith({ databaseUrl, files: new S3Files({ ...s3, prefix }) }, ...words)).join()
    }
    const before = await Promise.all(Array.from({ length: 8 }, () => submit(image)))
    for (const { body } of before) await ended(body.id)
    const operated = (subject: string) => ({ at: 1, who: 'Ada', action: 'retry', subject })
    const source = await openStores({ databaseUrl: from, dataDirectory: '' }, { outbox: noOutbox })
    onTestFinished(() => source.close())
    for (const subject of ['first', 'second']) await source.operator.note(operated(subject))
    // What is submitted meanwhile is in the backup or not, as a whole.
    const [said, during] = await Promise.all([
      run(from, 'backup', target),
      Promise.all(Array.from({ length: 8 }, () => submit(video))),
    ])
    expect(said).toMatch(/^\d+ tasks, the database verified$/)
    await expect(run(from, 'backup', target)).rejects.toThrow('exists; give a folder that does not')
    await expect(run(from, 'restore', target)).rejects.toThrow('the database is not empty')
    await service.close()
    const lines = await run(to, 'restore', target)
    expect(lines.startsWith(said)).toBe(true)
    const below = new S3Files({ ...s3, prefix: prefixes.get(to) ?? '' })
    const restored = await testService({ databaseUrl: to, key, files: below })
    for (const kept of keys().filter((name) => name.startsWith('results/'))) await removeFrom(files, kept)
    for (const { body } of before) {
      const { result_url: url } = await restored.ended(body.id)
      expect(await (await fetch(url)).text()).toBe(`result of ${body.id}`)
    }
    const found = await Promise.all(during.map(({ body }) => restored.call('GET', `/tasks/${body.id}`)))
    expect(Number(said.split(' ')[0])).toBe(before.length + found.filter(({ status }) => status === 200).length)
    const stores = await openStores({ databaseUrl: to, dataDirectory: '' }, { outbox: noOutbox })
    onTestFinished(() => stores.close())
    await expectBalanced(stores.accounts)
    // The database goes on to number its rows after those that were restored.
    await stores.operator.note(operated('third'))
    expect((await stores.operator.actions(9)).map(({ subject }) => subject)).toEqual(['third', 'second', 'first'])
    // A backup of which a part is gone is rejected, and leaves nothing in the database.
    const tasks = readFileSync(join(target, 'task.jsonl'), 'utf8').split('\n')
    writeFileSync(join(target, 'task.jsonl'), tasks.slice(1).join('\n'))
    const empty = await emptyDatabase()
    await expect(run(empty, 'restore', target)).rejects.toThrow('it is damaged')
    rmSync(join(target, 'task.jsonl'))
    await expect(run(empty, 'restore', target)).rejects.toThrow('task.jsonl is missing; the backup is damaged')
    await expect(run(empty, 'restore', temporaryFolder())).rejects.toThrow('is not a backup: it has neither')
    writeFileSync(join(target, 'task.jsonl'), tasks.join('\n'))
    expect(await run(empty, 'restore', target), 'the same as the first time').toBe(lines)
  })
})
