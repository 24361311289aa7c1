import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import disk from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AskedRecord } from '../src/keep/files/asked-record.js'
import { readAsked, readSubmitted, readWatermarks } from '../src/keep/files/read-asked.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { RecordWriter, isBeingWritten } from '../src/keep/files/record-writers.js'
import { systemClock } from '../src/base/clock.js'
import { openS3Files } from '../src/keep/files/s3-store.js'
import { reviveMissing } from '../src/keep/store/restored-tasks.js'
import type { NewTask } from '../src/keep/store/task-store.js'
import { Watermark } from '../src/keep/store/watermark.js'
import { newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { testS3 } from './support/s3.js'

const [ours, theirs] = ['0123456789ab', 'ba9876543210']
const hour = 3_600_000
const day = 24 * hour

test('the record in a bucket holds what two services asked, the latest attempt of each task, since both write to it', async () => {
  const { settings } = await testS3()
  const [one, other] = [await openS3Files(settings), await openS3Files(settings)]
  let time = 100 * day
  const records = [one, other].map((files) => new AskedRecord({ files, installation: ours, now: () => time }))
  await Promise.all(records.map((record) => record.open(time + hour)))
  const asked = (task: string, attempt: number, upstream: string) => ({ task, attempt, upstream, at: time })
  await Promise.all([
    ...Array.from({ length: 20 }, (_, index) => records[0]!.note(asked(`task_${index}`, 1, 'alpha'))),
    records[1]!.note(asked('task_0', 2, 'beta')),
  ])
  const { since, latest } = await readAsked(one, ours)
  expect(since).toBe(time + hour)
  expect(latest.size).toBe(20)
  expect(latest.get('task_0')).toMatchObject({ attempt: 2, upstream: 'beta' })

  // What is older than 35 days goes, and the record says from when on it is whole.
  time += 40 * day
  await records[0]!.note(asked('task_new', 1, 'alpha'))
  await records[1]!.open(time)
  const later = await readAsked(one, ours)
  expect([...later.latest.keys()]).toEqual(['task_new'])
  expect(later.since).toBe(time - 35 * day)
  for (const files of [one, other]) files.close()
})

test.skipIf(process.platform !== 'linux')('a part whose folder cannot be made durable is not left open', async () => {
  const directory = temporaryFolder()
  const record = new AskedRecord({ files: new DiskFileStore(directory), installation: ours, now: () => day })
  await record.open(day)
  const { open } = disk
  vi.spyOn(disk, 'open').mockImplementation((path, flags, mode) =>
    flags === undefined ? Promise.reject(new Error('the disk fails')) : open(path, flags, mode),
  )
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  await expect(record.note({ task: 't1', attempt: 1, upstream: 'alpha', at: day })).rejects.toThrow('the disk fails')
  const opened = readdirSync('/proc/self/fd').flatMap((fd) => {
    const path = `/proc/self/fd/${fd}`
    return existsSync(path) ? readlinkSync(path) : []
  })
  expect(opened.filter((path) => path.startsWith(directory))).toEqual([])
})

test('a process that writes to the record in a bucket is seen there, until it stops or is killed', async () => {
  const s3 = await testS3()
  const files = await openS3Files(s3.settings)
  onTestFinished(() => {
    files.close()
  })
  const isWritten = () => isBeingWritten(files, ours, systemClock)
  const marks = () => s3.keys().filter((key) => key.startsWith('running/'))
  expect(await isWritten()).toBe(false)
  const running = new RecordWriter(files, ours, systemClock, 100)
  await running.start()
  expect(await isWritten()).toBe(true)
  expect(await isBeingWritten(files, theirs, systemClock)).toBe(false)
  await running.stop()
  expect(marks()).toEqual([])

  // One that was killed has written its mark, and does not renew it.
  const killed = new ManualClock()
  const silent = () => {
    const writer = new RecordWriter(files, ours, killed, 100)
    onTestFinished(() => writer.stop())
    return writer
  }
  await silent().start()
  expect(marks()).toHaveLength(1)
  expect(await isWritten()).toBe(false)
  expect(marks(), 'is not watched again').toEqual([])

  await silent().start()
  const later = new RecordWriter(files, ours, new ManualClock(killed.now() + 2 * day), 100)
  await later.start()
  await later.stop()
  expect(marks(), 'also that of one that was never looked for').toEqual([])
})

test('a note that the bucket did not take is rejected, and the next one is kept', async () => {
  const s3 = await testS3()
  const files = await openS3Files(s3.settings)
  const record = new AskedRecord({ files, installation: ours, now: () => 5 })
  await record.open(5)
  await s3.stop()
  await expect(record.note({ task: 'task_lost', attempt: 1, upstream: 'alpha', at: 5 })).rejects.toThrow()
  await s3.start()
  await record.note({ task: 'task_kept', attempt: 1, upstream: 'alpha', at: 5 })
  expect([...(await readAsked(files, ours)).latest.keys()]).toEqual(['task_kept'])
  files.close()
})

test('what was submitted is kept with the first attempt, unless it is very large', async () => {
  const folder = temporaryFolder()
  const files = new DiskFileStore(folder)
  const record = new AskedRecord({ files, installation: ours, now: () => 5 })
  const asked = (task: string, attempt: number) => ({
    task,
    attempt,
    upstream: 'alpha',
    identity: 'ark host key',
    at: 5,
  })
  const task = newTask({ key: 'key_1', routing: 'first', idempotency: { key: 'order', bodyHash: 'hash' } })
  await record.note(asked('task_whole', 1), task)
  await record.note(asked('task_whole', 2), { ...task, parameters: { prompt: 'of another attempt' } })
  await record.note(asked('task_large', 1), { ...task, parameters: { image: 'x'.repeat(300_000) } })
  await record.close()
  const { account, model, kind, parameters, created, amount, key, routing, idempotency } = task
  expect([
    ...(await readSubmitted(files, { tasks: new Set(['task_whole', 'task_large']), installation: ours })),
  ]).toEqual([['task_whole', { account, model, kind, parameters, created, amount, key, routing, idempotency }]])
  expect((await readAsked(files, ours)).latest.get('task_large')).toEqual(asked('task_large', 1))
})

test('an entry is whole on every version of Node, whichever line breaks of Unicode a prompt has', async () => {
  const folder = temporaryFolder()
  const files = new DiskFileStore(folder)
  const record = new AskedRecord({ files, installation: ours, now: () => 5 })
  const task = newTask({ parameters: { prompt: 'a boat\u2028a lake\u2029a duck\u0085\v\f\r\n⛵'.repeat(3000) } })
  for (const id of ['task_1', 'task_2']) await record.note({ task: id, attempt: 1, upstream: 'alpha', at: 5 }, task)
  await record.close()
  expect([...(await readAsked(files, ours)).latest.keys()]).toEqual(['task_1', 'task_2'])
  const submitted = await readSubmitted(files, { tasks: new Set(['task_2']), installation: ours })
  expect(submitted.get('task_2')?.parameters).toEqual(task.parameters)
})

test('a service that runs for months and asks for little loses nothing of the last 35 days', async () => {
  const folder = temporaryFolder()
  const files = new DiskFileStore(folder)
  let time = 100 * day
  const opened = () => new AskedRecord({ files, installation: ours, now: () => time })
  const record = opened()
  await record.open(time)
  for (let index = 0; index < 60; index++) {
    await record.note({ task: `task_${index}`, attempt: 1, upstream: 'alpha', at: time })
    time += day
  }
  await record.close()
  await opened().open(time)
  const { since, latest } = await readAsked(files, ours)
  expect(since).toBe(time - 35 * day)
  for (let index = 25; index < 60; index++) expect(latest.has(`task_${index}`), `task_${index}`).toBe(true)
  expect(latest.has('task_10'), 'what is too old has gone').toBe(false)
})

test('a record is read for its own installation alone, also where two share a place', async () => {
  const folder = temporaryFolder()
  const files = new DiskFileStore(folder)
  const written = async (installation: string, task: string) => {
    const record = new AskedRecord({ files, installation, now: () => 5 })
    await record.open(installation === ours ? 3 : 4)
    await record.note({ task, attempt: 1, upstream: 'alpha', at: 5 }, newTask())
    await record.close()
  }
  await written(theirs, 'task_theirs')
  expect(await readAsked(files, ours), 'nothing of ours').toEqual({
    since: undefined,
    latest: new Map(),
    foreign: true,
    record: undefined,
    watermarks: new Map(),
  })
  await written(ours, 'task_ours')
  const { since, latest, foreign } = await readAsked(files, ours)
  expect([since, [...latest.keys()], foreign]).toEqual([3, ['task_ours'], false])
  const tasks = new Set(['task_ours', 'task_theirs'])
  expect([...(await readSubmitted(files, { tasks, installation: ours })).keys()]).toEqual(['task_ours'])
})

test('a record of an earlier version is inconclusive until a service has taken it over', async () => {
  const folder = temporaryFolder()
  const files = new DiskFileStore(folder)
  const put = (name: string, text: string) => files.putStream(`asked/${name}`, Readable.from([text]))
  await put('since-7-0a1b2c3d.txt', '.')
  const asked = { task: 'task_1', attempt: 1, upstream: 'alpha', at: 8 }
  await put('part-8-0a1b2c3d4e5f.jsonl', `${JSON.stringify(asked)}\n`)
  expect(await readAsked(files, ours)).toEqual({
    since: undefined,
    latest: new Map([['task_1', asked]]),
    foreign: false,
    record: undefined,
    watermarks: new Map(),
  })
  const record = await new AskedRecord({ files, installation: ours, now: () => 9 }).open(9)
  expect(await readAsked(files, ours)).toEqual({
    since: 7,
    latest: new Map([['task_1', asked]]),
    foreign: false,
    record,
    watermarks: new Map(),
  })
})

test('a task that comes back from the record as another model made it is asked of no further one', async () => {
  const asked = { task: 'task_1', attempt: 2, upstream: 'alpha', at: 8 }
  const tried = [{ model: 'beta-5.0', reason: 'rejected', message: 'no', at: 7 }] as const
  const fallbacks = [
    { model: 'beta-4.0', amount: 2 },
    { model: 'beta-3.0', amount: 1 },
  ]
  const revived: (readonly [string, unknown])[] = []
  const revive = async ({ task }: NewTask) => revived.push([task.model, task.fallbacks]) > 0
  const submitted = new Map([['task_1', { ...newTask(), fallbacks }]])
  await reviveMissing({ revive }, [asked], submitted, 0)
  await reviveMissing({ revive }, [{ ...asked, fallback: { model: 'beta-4.0', amount: 2, tried } }], submitted, 0)
  expect(revived).toEqual([
    [newTask().model, fallbacks],
    ['beta-4.0', undefined],
  ])
})

/** The marks of a database, which can be set back. */
function databaseMarks() {
  const marks = { now: 0, asked: 0 }
  const raiseWatermark = async (_: string, known: number): Promise<number | undefined> =>
    marks.now < known ? undefined : (marks.now += 1)
  const watermark = async (): Promise<number> => {
    marks.asked += 1
    return marks.now
  }
  const opened = () => {
    const clock = new ManualClock()
    const mark = new Watermark({ raiseWatermark, watermark }, clock)
    onTestFinished(() => mark.close())
    return { clock, mark }
  }
  return { marks, opened }
}

test('each entry names a high-water mark that the database had before, and the latest ones say how far a database has come', async () => {
  const files = new DiskFileStore(temporaryFolder())
  const { marks, opened } = databaseMarks()
  const record = new AskedRecord({ files, installation: ours, now: () => 5, watermark: opened().mark })
  const id = await record.open(3)
  const ask = (task: string) => record.note({ task, attempt: 1, upstream: 'alpha', at: 5 }, newTask())
  await ask('task_1')
  expect(await readWatermarks(files, ours)).toEqual(new Map([[id, 1]]))
  await ask('task_2')
  expect(await readWatermarks(files, ours), 'a copy between the two lacks the second').toEqual(new Map([[id, 2]]))
  expect((await readAsked(files, ours)).watermarks).toEqual(new Map([[id, 2]]))
  // The database is put back under the service.
  marks.now = 1
  for (let repeat = 0; repeat < 5; repeat++)
    await expect(ask('task_4')).rejects.toThrow('the database was set back to an earlier state while this service ran')
  expect((await readAsked(files, ours)).latest.has('task_4')).toBe(false)
  expect(marks.now, 'the next start notices').toBe(1)
  await record.close()
})

test('the latest marks in a bucket are found however far apart the clocks of those who wrote them are', async () => {
  const files = await openS3Files((await testS3()).settings)
  onTestFinished(() => {
    files.close()
  })
  const { marks, opened } = databaseMarks()
  const records = [2 * day, day].map(
    (time) => new AskedRecord({ files, installation: ours, now: () => time, watermark: opened().mark }),
  )
  const ask = async (record: AskedRecord | undefined, count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      await record?.note({ task: `task_${index}`, attempt: 1, upstream: 'alpha', at: day })
  }
  const id = await records[0]!.open(day)
  await records[1]!.open(day)
  await ask(records[0], 30)
  await ask(records[1], 30)
  expect(marks.now).toBe(60)
  expect(await readWatermarks(files, ours)).toEqual(new Map([[id, 60]]))
})

test('a service that asks for nothing notices that the database was set back, by what others have asked for since', async () => {
  const { marks, opened } = databaseMarks()
  const [busy, idle] = [opened(), opened()]
  marks.now = 3
  await idle.mark.follow('record')
  for (let count = 0; count < 5; count++) await busy.mark.raise('record')
  const passed = async (clock: ManualClock) => {
    const { asked } = marks
    await vi.waitFor(() => {
      clock.advance(10_000)
      expect(marks.asked).toBeGreaterThan(asked)
    })
  }
  await passed(idle.clock)
  marks.now = 5
  await passed(idle.clock)
  await idle.mark.setBack
  await expect(idle.mark.raise('record')).rejects.toThrow('the database was set back')
  await expect(busy.mark.raise('record')).rejects.toThrow('the database was set back')
  await busy.mark.setBack
  expect(marks.now).toBe(5)
})
