import { cpSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { S3Files } from '../src/keep/files/s3.js'
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
import { ManualClock } from './support/manual-clock.js'
import { ended } from './support/relay.js'
import { testS3 } from './support/s3.js'
import { video } from './support/service.js'

const newPlace = async (): Promise<Place> => ({ folder: temporaryFolder(), databaseUrl: undefined })

const databaseFiles = ['tasks.db', 'tasks.db-wal', 'tasks.db-shm']

/** A copy of the file, as a snapshot of the disk is: it says nothing of when it was made. */
async function copyFile({ folder }: Place): Promise<() => Promise<void>> {
  const copy = join(temporaryFolder(), 'tasks.db')
  cpSync(join(folder, 'tasks.db'), copy)
  return async () => {
    for (const name of databaseFiles) rmSync(join(folder, name), { force: true })
    cpSync(copy, join(folder, 'tasks.db'))
  }
}

restoredTasksContract(newPlace, copyFile)

test('a task that was submitted since an earlier state of the database, which is put back by hand, comes back', async () => {
  const made = await backedUp(await newPlace())
  const { place, alpha, ids } = made
  const putBack = await copyFile(place)
  const bought = await startOn(place, made)
  const { body } = await bought.call('POST', '/tasks', video)
  for (const id of [...ids, body.id]) await bought.when(id, ended)
  await bought.close()
  rmSync(join(place.folder, 'files', 'results'), { recursive: true })
  await putBack()
  const service = await passWhile(made.before.clock, startOn(place, made))
  await pass(service, 120_000)
  expect((await service.call('GET', `/tasks/${body.id}`)).body).toMatchObject({ id: body.id, status: 'processing' })
  expect(await run(place, 'restored', 'list')).toHaveLength(count + 1)
  expect(alpha.count('submit')).toBe(count + 1)
})

/** A service whose tasks have completed, and whose database was then put back as it was before any of them was sent. Of these the files are lost. */
async function putBack(lost: (ids: readonly string[]) => readonly string[]) {
  const made = await backedUp(await newPlace())
  const back = await copyFile(made.place)
  const since = await startOn(made.place, made)
  for (const id of made.ids) await since.when(id, ended)
  await since.close()
  await back()
  const results = join(made.place.folder, 'files', 'results')
  const files = lost(made.ids).map((id) => join(results, `${id}.mp4`))
  for (const file of files) renameSync(file, `${file}.away`)
  const held = await run(made.place, 'restored', 'hold')
  const bringBack = (): void => {
    for (const file of files) renameSync(`${file}.away`, file)
  }
  return { made, held, bringBack }
}

test('a database that was put back as it was an hour ago is held by a command before the service starts', async () => {
  const { made, held } = await putBack((ids) => ids)
  expect(held.at(-1)).toMatch(new RegExp(`^${count} tasks set aside`))
  const service = await startOn(made.place, made)
  await pass(service, 60_000)
  expect(made.alpha.count('submit')).toBe(count)
})

test('without the record, "restored hold" sets everything aside that waits', async () => {
  const { place, alpha, ...made } = await backedUp(await newPlace())
  rmSync(join(place.folder, 'files', 'asked'), { recursive: true })
  expect((await run(place, 'restored', 'hold')).at(-1)).toMatch(new RegExp(`^${count} tasks set aside`))
  const service = await startOn(place, { ...made, alpha, place })
  await pass(service, 60_000)
  expect(alpha.count('submit')).toBe(0)
})

test('tasks of a database that was put back complete with the files that are stored, and are not sent again', async () => {
  const { made, held } = await putBack(([first = '']) => [first])
  expect(held.at(-1)).toBe(`${count - 1} tasks of these completed with the files that are stored of them`)
  const service = await startOn(made.place, made)
  for (const id of made.ids.slice(1)) expect((await service.call('GET', `/tasks/${id}`)).body.status).toBe('completed')
  await pass(service, 60_000)
  expect(made.alpha.count('submit')).toBe(count)
})

test.each(['release', 'adopt'])(
  'a task that was set aside completes with a file that is found later, on "restored %s", and is not sent again',
  async (decision) => {
    const { made, bringBack } = await putBack((ids) => ids)
    const [lost = '', ...others] = made.ids
    bringBack()
    rmSync(join(made.place.folder, 'files', 'results', `${lost}.mp4`))
    expect(await run(made.place, 'restored', decision, 'all')).toEqual([
      `${count - 1} tasks completed with the files that are stored of them`,
      `1 task ${decision === 'adopt' ? 'adopted' : 'waiting'}`,
    ])
    const service = await startOn(made.place, made)
    for (const id of others) expect(await service.when(id, ended)).toMatchObject({ status: 'completed' })
    await pass(service, 60_000)
    expect(made.alpha.count('submit')).toBe(count + (decision === 'adopt' ? 0 : 1))
  },
)

test('the record of before clears nothing for the service that went on elsewhere, however late its tasks were made', async () => {
  const clock = new ManualClock(Date.now())
  const early = await backedUp(await newPlace(), {}, { clock })
  const [next, other] = [await newPlace(), await newPlace()]
  await run(next, 'restore', early.target, early.before.folder)
  clock.advance(3_600_000)
  const later = await backedUp(next, {}, early.before)
  const lines = await run(other, 'restore', later.target, early.before.folder)
  expect(lines.slice(2)).toEqual([
    '0 tasks that no upstream was asked for since',
    expect.stringMatching(new RegExp(`^${2 * count} tasks set aside`)),
  ])
})

test('a record by which a database was brought back clears nothing a second time where the clock of its service was ahead', async () => {
  const early = await backedUp(await newPlace(), {}, { clock: new ManualClock(Date.now() + 3_600_000) })
  await run(await newPlace(), 'restore', early.target, early.before.folder)
  const lines = await run(await newPlace(), 'restore', early.target, early.before.folder)
  expect(lines.slice(2)).toEqual([
    '0 tasks that no upstream was asked for since',
    expect.stringMatching(new RegExp(`^${count} tasks set aside`)),
  ])
})

test.skipIf(process.platform !== 'linux')('a record that cannot say that it was used is not used', async () => {
  const early = await backedUp(await newPlace())
  const asked = join(early.before.folder, 'files', 'asked')
  rmSync(asked, { recursive: true })
  // Where nothing can be written, not even as root.
  symlinkSync('/proc/self/fdinfo', asked)
  await expect(run(await newPlace(), 'restore', early.target, early.before.folder)).rejects.toThrow(
    /cannot be written to, and its record has to say that it was used, .*; name a copy of it$/,
  )
})

test('a folder is the same under another name: no service runs there, and its own record was not used elsewhere', async () => {
  const { place, ...made } = await backedUp(await newPlace())
  const named = join(temporaryFolder(), 'named')
  symlinkSync(place.folder, named)
  await run(place, 'restored', 'hold', named)
  const elsewhere = await newPlace()
  expect((await run(elsewhere, 'restore', named, place.folder)).at(-2)).toBe(
    `${count} tasks that no upstream was asked for since`,
  )
  const service = await startOn(elsewhere, { ...made, place })
  for (const id of made.ids) expect((await service.when(id, ended)).status).toBe('completed')
  expect(made.alpha.count('submit')).toBe(count)
})

test('an earlier state that is put back is noticed also where the clock was ahead when the record began', async () => {
  const place = await newPlace()
  const early = await backedUp(place, {}, { clock: new ManualClock(Date.now() + 10 * 86_400_000) })
  const clock = new ManualClock(Date.now())
  const made = { ...early, before: { ...early.before, clock } }
  const back = await copyFile(place)
  const bought = await startOn(place, made)
  const { body } = await bought.call('POST', '/tasks', video)
  for (const id of [...early.ids, body.id]) await bought.when(id, ended)
  await bought.close()
  rmSync(join(place.folder, 'files', 'results'), { recursive: true })
  await back()
  const service = await passWhile(clock, startOn(place, made))
  await pass(service, 1_200_000)
  expect(early.alpha.count('submit')).toBe(count + 1)
  expect(await run(place, 'restored', 'list'), 'also what was submitted since comes back').toHaveLength(count + 1)
})

test('a copy of the database that is put into an empty folder buys nothing again, also without the record', async () => {
  const made = await backedUp(await newPlace())
  const place = await newPlace()
  cpSync(join(made.place.folder, 'tasks.db'), join(place.folder, 'tasks.db'))
  const bought = await startOn(made.place, made)
  for (const id of made.ids) await bought.when(id, ended)
  await bought.close()
  const service = await startOn(place, made)
  await pass(service, 60_000)
  expect(made.alpha.count('submit')).toBe(count)
  const [released = ''] = made.ids
  await service.close()
  expect(await run(place, 'restored', 'list')).toHaveLength(count)
  await run(place, 'restored', 'release', released)
  const next = await startOn(place, made)
  expect((await next.when(released, ended)).status, 'what was decided stays decided').toBe('completed')
  expect(made.alpha.count('submit')).toBe(count + 1)
})

test('a service whose files go to a bucket from now on submits what waits: the record in its folder shows what was asked', async () => {
  const made = await backedUp(await newPlace())
  const { settings } = await testS3()
  const service = await startOn(made.place, made, { files: new S3Files(settings) })
  for (const id of made.ids) expect((await service.when(id, ended)).status).toBe('completed')
  expect(made.alpha.count('submit')).toBe(count)
})
