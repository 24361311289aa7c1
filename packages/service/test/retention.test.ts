import { AskedRecord } from '../src/keep/files/asked-record.js'
import { readAsked, readSubmitted } from '../src/keep/files/read-asked.js'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { AssetUploads } from '../src/admit/asset-uploads.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { silentLog } from '../src/base/log.js'
import { Retention } from '../src/run/retention.js'
import { Outbox } from '../src/keep/store/outbox.js'
import { newTask } from './contracts/open-stores.js'
import { claimer } from './support/claims.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { image, testService } from './support/service.js'
import { stores } from './support/stores.js'

const installation = '0123456789ab'
const day = 24 * 60 * 60 * 1000

test('a result that is older than it is kept is gone: its URL, its mention in the task and its file; the task stays', async () => {
  const clock = new ManualClock()
  const { submit, ended, call, folder } = await testService({ keep: 2 * day, resultUrlLifetime: 30 * day }, { clock })
  const {
    body: { id },
  } = await submit(image)
  const before = await ended(id)
  const file = join(folder, 'files/results', `${id}.png`)
  expect([(await fetch(before.image_url)).status, existsSync(file)]).toEqual([200, true])
  clock.advance(2 * day + 1)
  while (existsSync(file) || (await call('GET', `/tasks/${id}`)).body.image_url !== undefined) {
    clock.advance(60_000)
    await turn()
  }
  const { body: after } = await call('GET', `/tasks/${id}`)
  expect(after).toEqual({ ...before, result_url: undefined, image_url: undefined })
  const gone = await fetch(before.image_url)
  expect([gone.status, await gone.json()]).toMatchObject([
    410,
    { detail: 'the file is no longer kept; nothing brings it back' },
  ])
})

test('without a setting everything is kept', async () => {
  const clock = new ManualClock()
  const { submit, ended } = await testService({ resultUrlLifetime: 9999 * day }, { clock })
  const {
    body: { id },
  } = await submit(image)
  const { image_url: url } = await ended(id)
  clock.advance(9000 * day)
  expect((await fetch(url)).status).toBe(200)
})

test('what a killed process was writing is removed, but nothing that somebody may still be writing', async () => {
  const clock = new ManualClock()
  const { folder } = await testService({}, { clock })
  const assets = join(folder, 'files/assets')
  mkdirSync(assets)
  const partOf = (name: string, age: number): string => {
    const path = join(assets, `${name}.9b2d.part`)
    writeFileSync(path, 'half')
    utimesSync(path, new Date(clock.now() - age), new Date(clock.now() - age))
    return path
  }
  const [dead, live] = [partOf('asset_1', 3_600_001), partOf('asset_2', 0)]
  const whole = join(assets, 'asset_3')
  writeFileSync(whole, 'whole')
  utimesSync(whole, new Date(0), new Date(0))
  clock.advance(600_000)
  while (existsSync(dead)) await turn()
  expect([existsSync(live), existsSync(whole)]).toEqual([true, true])
})

test('files that no asset owns are removed: of an upload that was killed an hour ago, and of an asset that was deleted', async () => {
  const { assets, files, clock, retention } = await sweeper({})
  const store = async (id: string, own: boolean): Promise<string> => {
    const file = `assets/${id}`
    const created = clock.now()
    await assets.noteFile(file, created)
    const { bytes } = await files.putStream(file, Readable.from(['x']))
    const asset = { id, account: 'a', status: 'approved', contentType: 'image/png', bytes, file, created } as const
    if (own) await assets.addAsset(asset)
    return file
  }
  const killed = await store('asset_killed', false)
  const kept = await store('asset_kept', true)
  const deleted = await store('asset_deleted', true)
  clock.advance(3_600_001)
  const underWay = await store('asset_under_way', false)
  await assets.removeAsset('a', 'asset_deleted')
  await retention.sweep()
  const sizes = await Promise.all([killed, kept, deleted, underWay].map((file) => files.size(file)))
  expect(sizes).toEqual([undefined, 1, undefined, 1])
})

test('a file that a request carried is kept for two weeks, and an asset of the library for ever', async () => {
  const { assets, files, clock, retention } = await sweeper({})
  const uploads = new AssetUploads({ assets, files, limits: { count: 9, bytes: 99 }, clock, log: silentLog })
  const carry = () => uploads.carry('a', { contentType: 'image/png', bytes: Buffer.from('boat') }, 'request')
  const open = () => Readable.from([Buffer.from('boat')])
  const own = await uploads.store('a', { contentType: 'image/png', declared: 4, open, requestId: 'request' })
  const [carried, again, atOnce] = [await carry(), ...(await Promise.all([carry(), carry()]))]
  expect([again, atOnce]).toEqual([carried, carried])
  // It is that of its account and of its type: others have their own.
  for (const [account, contentType] of [
    ['b', 'image/png'],
    ['a', 'image/webp'],
  ] as const) {
    const other = await uploads.carry(account, { contentType, bytes: Buffer.from('boat') }, 'request')
    expect([other.account, other.contentType, other.id === carried.id]).toEqual([account, contentType, false])
  }
  clock.advance(14 * day)
  await retention.sweep()
  // One that is sent again by then is another asset, which is kept for as long from then on.
  const later = await carry()
  expect([later.id === carried.id, await files.size(carried.file)]).toEqual([false, 4])
  clock.advance(1)
  await retention.sweep()
  const sizes = await Promise.all([own, carried, later].map(({ file }) => files.size(file)))
  expect(sizes).toEqual([4, undefined, 4])
})

test('an asset that the account does not have is not removed, and no one is warned of a file', async () => {
  const { assets, files, clock } = await sweeper({})
  const warnings: string[] = []
  const log = { ...silentLog, warn: (message: string) => void warnings.push(message) }
  const uploads = new AssetUploads({ assets, files, limits: { count: 9, bytes: 99 }, clock, log })
  const open = () => Readable.from([Buffer.from('boat')])
  const { id, file } = await uploads.store('a', { contentType: 'image/png', declared: 4, open, requestId: 'request' })
  expect([await uploads.remove('b', id, 'request'), await uploads.remove('a', 'asset_none', 'request')]).toEqual([
    false,
    false,
  ])
  expect(await files.size(file)).toBe(4)
  expect([await uploads.remove('a', id, 'request'), warnings]).toEqual([true, []])
  expect(await files.size(file), 'it goes with its asset').toBeUndefined()
})

/** A sweep over real stores and files. */
async function sweeper({
  keep,
  keepTasks,
  databaseTime,
}: {
  keep?: number
  keepTasks?: number
  databaseTime?: () => Promise<number>
}) {
  const [clock, folder, errors] = [new ManualClock(), temporaryFolder(), [] as string[]]
  let time = 0
  const { tasks, queue, runs, deliveries, budgets, keys, assets } = await stores(new Outbox([], () => time))
  const files = new DiskFileStore(folder)
  const log = {
    ...silentLog,
    error: (message: string) => {
      errors.push(message)
    },
  }
  const { claim, held } = await claimer(queue)
  /** Tasks that were made then, all ended at `ended`. */
  const completeAll = async (all: readonly { created: number; key?: string }[], ended: number): Promise<string[]> => {
    const ids = await Promise.all(
      all.map(async ({ created, key }) => {
        const task = newTask({ created })
        await tasks.submit(key === undefined ? { task } : { task, idempotency: { key, bodyHash: 'a' } })
        return task.id
      }),
    )
    await claim()
    time = ended
    await Promise.all(
      ids.map(async (id) => {
        const file = `results/${id}.png`
        const { bytes } = await files.putStream(file, Readable.from(['x']))
        await runs.finish(held(id), { status: 'completed', result: { file, contentType: 'image/png', bytes } })
      }),
    )
    return ids
  }
  const complete = async (created: number, key?: string, ended = created): Promise<string> =>
    (await completeAll([{ created, ...(key === undefined ? {} : { key }) }], ended))[0] ?? ''
  const asked = new AskedRecord({ files, installation, now: () => clock.now(), keepTasks })
  onTestFinished(() => asked.close())
  const parts = { tasks, deliveries, keys, budgets, assets, files, asked, clock, databaseTime, log, keep, keepTasks }
  const retention = new Retention(parts)
  return { tasks, asked, assets, files, clock, errors, keys, complete, completeAll, retention }
}

test('a file that cannot be removed is tried again and keeps no other', async () => {
  const { tasks, files, clock, errors, completeAll, retention } = await sweeper({ keep: day })
  const first = clock.now() - 2 * day
  const ids = await completeAll(
    Array.from({ length: 102 }, (_, index) => ({ created: first + index })),
    first,
  )
  const remove = files.remove.bind(files)
  files.remove = (key) => (key.includes(ids[0]!) ? Promise.reject(new Error('disk failure')) : remove(key))
  await retention.sweep()
  expect((await tasks.agedResults(clock.now(), 9, 0)).map(({ id }) => id)).toEqual([ids[0]])
  expect(errors).toEqual(['an old result could not be removed; it will be tried again'])
  files.remove = remove
  await retention.sweep()
  expect(await tasks.agedResults(clock.now(), 9, 0)).toEqual([])
})

test('keys are kept for a day at least, and as long as results if that is longer', async () => {
  const submitAgain = async (keep: number, age: number): Promise<string> => {
    const { tasks, clock, complete, retention } = await sweeper({ keep })
    await complete(clock.now() - age, 'k')
    await retention.sweep()
    return (await tasks.submit({ task: newTask(), idempotency: { key: 'k', bodyHash: 'a' } })).outcome
  }
  expect(await submitAgain(1000, day - 1)).toBe('replayed')
  expect(await submitAgain(1000, day + 1)).toBe('accepted')
  expect(await submitAgain(3 * day, 3 * day - 1)).toBe('replayed')
  expect(await submitAgain(3 * day, 3 * day + 1)).toBe('accepted')
})

test('tasks that are older than they are kept are gone with their files and keys, also where results are kept longer', async () => {
  const { tasks, files, clock, complete, completeAll, retention } = await sweeper({
    keep: 90 * day,
    keepTasks: 30 * day,
  })
  const created = clock.now() - 31 * day
  const old = await completeAll(
    Array.from({ length: 102 }, (_, index) => ({ created, key: `k${index}` })),
    created,
  )
  const young = await complete(clock.now() - 29 * day, 'young')
  await retention.sweep()
  expect(await Promise.all(old.map((id) => tasks.read(id)))).toEqual(old.map(() => undefined))
  expect(await files.size(`results/${old[0]!}.png`)).toBeUndefined()
  expect((await tasks.read(young))?.result).toBeDefined()
  const again = (key: string) => tasks.submit({ task: newTask(), idempotency: { key, bodyHash: 'a' } })
  expect([(await again('k0')).outcome, (await again('young')).outcome]).toEqual(['accepted', 'replayed'])
})

test('what was submitted for a task is in no record any more when the task has gone', async () => {
  const { asked, files, clock, retention } = await sweeper({ keepTasks: 7 * day })
  await asked.open(clock.now())
  const note = (task: string, prompt: string) =>
    asked.note(
      { task, attempt: 1, upstream: 'alpha', at: clock.now() },
      { ...newTask(), parameters: { prompt }, created: clock.now() },
    )
  await note('task_old', 'a secret plan')
  clock.advance(5 * day)
  await note('task_young', 'a public plan')
  clock.advance(4 * day)
  await retention.sweep()
  const found = await readSubmitted(files, { tasks: new Set(['task_old', 'task_young']), installation })
  expect([...found]).toMatchObject([['task_young', { parameters: { prompt: 'a public plan' } }]])
  expect((await readAsked(files, installation)).since).toBe(clock.now() - 7 * day)
})

test('a service whose clock is ahead of its database removes nothing too early', async () => {
  let databaseTime = 0
  const { tasks, clock, complete, retention } = await sweeper({
    keep: day,
    keepTasks: day,
    databaseTime: async () => databaseTime,
  })
  const id = await complete(clock.now())
  databaseTime = clock.now() + 1000
  clock.advance(365 * day)
  await retention.sweep()
  expect((await tasks.read(id))?.result).toBeDefined()
  databaseTime = clock.now()
  await retention.sweep()
  expect(await tasks.read(id)).toBeUndefined()
})

test('a task that waited for very long is kept from its end on', async () => {
  const { tasks, clock, retention, complete } = await sweeper({ keep: day, keepTasks: day })
  const id = await complete(clock.now() - 9 * day, undefined, clock.now())
  await retention.sweep()
  expect((await tasks.read(id))?.result).toBeDefined()
  clock.advance(day + 1)
  await retention.sweep()
  expect(await tasks.read(id)).toBeUndefined()
})

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('what was counted for the quota of a key is forgotten after a week', async () => {
  const { clock, keys, retention } = await sweeper({})
  await keys.addKey({ id: 'key_1', hash: 'h', account: 'rich', created: 8 })
  const today = Math.floor(clock.now() / day)
  for (const at of [today - 8, today - 7, today]) await keys.spendQuota('key_1', at, 1, { tasks: 9 })
  await retention.sweep()
  const left = await Promise.all([today - 8, today - 7, today].map((at) => keys.quotaUsed('key_1', at)))
  expect(left.map(({ tasks }) => tasks)).toEqual([0, 1, 1])
})
