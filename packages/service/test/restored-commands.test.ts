/** What an operator decides about tasks that were set aside after a restore, and what is recorded of it: in this process, without upstreams. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { heldLines } from '../src/commands/administration/hold-restored.js'
import { runCommand } from '../src/commands/administration/run.js'
import { useStoredResults } from '../src/commands/administration/stored-results.js'
import { makeDataFolder, placesIn } from '../src/keep/data/folder.js'
import { writeSecret } from '../src/keep/data/secret.js'
import type { Asked } from '../src/keep/files/asked-entries.js'
import { openSqlite } from '../src/keep/store/sqlite/database.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import type { Stores } from '../src/keep/store/stores.js'
import { newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'

async function run(dataDirectory: string, ...words: string[]): Promise<string[]> {
  const lines: string[] = []
  await runCommand(words, { dataDirectory, databaseUrl: undefined }, (line) => lines.push(line))
  return lines
}

const cost = 2_000_000
const ids = ['task_a', 'task_b', 'task_c']

/** A data folder whose three tasks were set aside. */
async function setAside() {
  const folder = temporaryFolder()
  const places = placesIn(folder)
  makeDataFolder(places)
  writeSecret(places.secret, Buffer.alloc(32, 7))
  const read = async <T>(use: (stores: Stores) => Promise<T>): Promise<T> => {
    const stores = await openSqliteStores(places.database)
    try {
      return await use(stores)
    } finally {
      await stores.close()
    }
  }
  await read(async ({ accounts, tasks }) => {
    await accounts.addAccount({ id: 'poor', name: 'Poor', unlimited: false, credits: 10 * cost, created: 2 })
    for (const id of ids) await tasks.submit({ task: newTask({ id, account: 'poor', amount: cost, queue: 'alpha' }) })
  })
  const held = await run(folder, 'restored', 'hold')
  return {
    folder,
    held,
    read,
    task: (id: string) => read(({ tasks }) => tasks.read(id)),
    credits: () => read(async ({ accounts }) => ((await accounts.findAccount('poor'))?.credits ?? 0) / cost),
    actions: () => read(async ({ operator }) => (await operator.actions(9)).map(({ action }) => action)),
    store(id: string): void {
      mkdirSync(join(places.files, 'results'), { recursive: true })
      writeFileSync(join(places.files, 'results', `${id}.png`), `the file of ${id}`)
    },
  }
}

test('of many tasks that a database has lost the first fifty are named, and how many more there are', () => {
  const missing = Array.from(
    { length: 51 },
    (_, index) => ({ task: `task_${index}`, upstream: 'alpha', at: 0 }) as Asked,
  )
  const told = (count: number): string[] =>
    heldLines({ held: 0, cleared: 0, revived: 0, inconclusive: undefined, missing: missing.slice(0, count) })
  const line = ({ task }: Asked): string => `  ${task}  alpha  1970-01-01T00:00:00.000Z`
  expect(told(0)).toEqual([])
  expect(told(50)).toEqual([
    expect.stringMatching(/^50 tasks that upstreams were asked for/),
    ...missing.slice(0, 50).map(line),
  ])
  expect(told(51).slice(1)).toEqual([...missing.slice(0, 50).map(line), '  and 1 more'])
})

test('what was set aside is listed with what it holds, and only a task that is set aside can be decided about', async () => {
  const { folder, held } = await setAside()
  expect(held.at(-1)).toMatch(/^3 tasks set aside, since an upstream may have been asked: see "restored list"/)
  const line = (id: string): string => `${id}  alpha  poor  beta-5.0  holds 2`
  expect((await run(folder, 'restored', 'list')).toSorted()).toEqual(ids.map(line))
  for (const [words, message] of [
    [['fail', 'task_a', 'chrge'], '"chrge" is not "charge", which spends the credits; without it they are given back'],
    [
      ['adopt', 'task_a', ' '],
      'the reference is empty; give the ID that the upstream has for the task, or leave it out',
    ],
    [['adopt', 'all', 'ref'], 'a reference is that of one task; name the task in place of all'],
    [['release', 'task_d'], 'task_d is not set aside after a restore; "restored list" shows the tasks that are'],
    [['adopt', 'task_d', 'ref'], 'task_d is not set aside after a restore; "restored list" shows the tasks that are'],
  ] as const)
    await expect(run(folder, 'restored', ...words), words.join(' ')).rejects.toThrow(message)
  expect(await run(folder, 'restored', 'list')).toHaveLength(3)
})

test('a task that is failed gives its credits back, or spends them where that is said', async () => {
  const { folder, task, credits } = await setAside()
  expect(await credits()).toBe(7)
  expect(await run(folder, 'restored', 'fail', 'task_a')).toEqual(['task_a  failed'])
  expect([await credits(), (await task('task_a'))?.amount]).toEqual([8, 0])
  expect(await run(folder, 'restored', 'fail', 'task_b', 'charge')).toEqual(['task_b  failed and charged'])
  expect([await credits(), (await task('task_b'))?.amount]).toEqual([8, cost])
  expect(await run(folder, 'restored', 'fail', 'all')).toEqual(['1 task failed'])
  expect(await credits()).toBe(9)
  expect(await run(folder, 'restored', 'list')).toEqual(['no task is set aside after a restore'])
})

test('a task is followed under the reference that is given, which no other task has', async () => {
  const { folder, task } = await setAside()
  expect(await run(folder, 'restored', 'adopt', 'task_a', 'ref-1')).toEqual(['task_a  adopted'])
  expect((await task('task_a'))?.submission).toMatchObject({ state: 'accepted', reference: 'ref-1' })
  await expect(run(folder, 'restored', 'adopt', 'task_b', 'ref-1')).rejects.toThrow('task_a')
  expect((await task('task_b'))?.submission.reference).toBeUndefined()
  expect(await run(folder, 'restored', 'adopt', 'task_b')).toEqual(['task_b  adopted'])
  expect((await task('task_b'))?.submission.state).toBe('sent')
})

test('a task is followed in the form of the references of its upstream where its ID there is given', async () => {
  const { folder, task } = await setAside()
  await run(folder, 'restored', 'adopt', 'task_a', 'image:beta:job-1')
  for (const taken of ['job-1', 'image:gamma:job-1'])
    await expect(run(folder, 'restored', 'adopt', 'task_b', taken), taken).rejects.toThrow(
      'image:beta:job-1 is what alpha made for task_a; a result belongs to one task',
    )
  expect(await run(folder, 'restored', 'adopt', 'task_b', 'job-2')).toEqual(['task_b  adopted'])
  expect((await task('task_b'))?.submission.reference).toBe('image:beta:job-2')
})

test('a task that was accepted after it was set aside is not submitted again, and it is said how it is followed', async () => {
  const { folder, task, read } = await setAside()
  await read(({ runs }) => runs.noteAccepted('task_a', 'alpha', 'ref-1'))
  await expect(run(folder, 'restored', 'release', 'task_a')).rejects.toThrow(
    'task_a was accepted by alpha as ref-1; "restored adopt task_a" follows it',
  )
  expect(await run(folder, 'restored', 'release', 'all')).toEqual(['2 tasks waiting'])
  expect(await run(folder, 'restored', 'adopt', 'task_a')).toEqual(['task_a  adopted'])
  expect((await task('task_a'))?.submission).toMatchObject({ state: 'accepted', reference: 'ref-1' })
})

test('what is stored of a task completes it where it would be submitted again, and only what is not stored is', async () => {
  const { folder, store, task, credits } = await setAside()
  store('task_a')
  store('task_b')
  expect(await run(folder, 'restored', 'release', 'task_a')).toEqual([
    'task_a  completed with the files that are stored of it',
  ])
  expect(await task('task_a')).toMatchObject({ status: 'completed', amount: cost })
  expect(await run(folder, 'restored', 'release', 'all')).toEqual([
    '1 task completed with the files that are stored of them',
    '1 task waiting',
  ])
  expect((await task('task_c'))?.submission.state).toBe('none')
  expect(await credits()).toBe(7)
  expect(await run(folder, 'restored', 'release', 'all'), 'none is left').toEqual(['0 tasks waiting'])
})

test('where every task has its file, none is submitted again, and none is said to wait', async () => {
  const { folder, store } = await setAside()
  for (const id of ids) store(id)
  expect(await run(folder, 'restored', 'adopt', 'all')).toEqual([
    '3 tasks completed with the files that are stored of them',
  ])
})

test('results of before are copied for tasks that have not ended, and complete those', async () => {
  const { folder, task } = await setAside()
  const before = temporaryFolder()
  makeDataFolder(placesIn(before))
  mkdirSync(join(before, 'files', 'results'))
  for (const name of ['task_a', 'task_b', 'task_unknown'])
    writeFileSync(join(before, 'files', 'results', `${name}.png`), 'of before')
  await run(folder, 'restored', 'fail', 'task_b')
  const place = { dataDirectory: folder, databaseUrl: undefined, record: before }
  expect(await useStoredResults(place, Date.now)).toEqual([
    `1 result copied from ${before}`,
    '1 task of these completed with the files that are stored of them',
  ])
  expect([(await task('task_a'))?.status, (await task('task_b'))?.status]).toEqual(['completed', 'failed'])
  expect(await useStoredResults(place, Date.now), 'what is done is not done again').toEqual([])
})

test('what changes something is recorded with its name, and what only reads is not', async () => {
  const { folder, actions } = await setAside()
  for (const words of [['account', 'list'], ['queue'], ['restored', 'list'], ['queue', 'show', 'task_a']])
    await run(folder, ...words)
  expect(await actions()).toEqual([])
  await run(folder, 'restored', 'fail', 'task_a')
  await run(folder, 'account', 'disable', 'poor')
  expect(await actions()).toEqual(['account disable', 'restored fail'])
})

test('a decision that submits nothing holds also where the file of the task is stored', async () => {
  const { folder, store, task } = await setAside()
  for (const id of ids) store(id)
  expect(await run(folder, 'restored', 'fail', 'task_a')).toEqual(['task_a  failed'])
  expect(await run(folder, 'restored', 'adopt', 'task_b', 'ref-2')).toEqual(['task_b  adopted'])
  expect([(await task('task_a'))?.status, (await task('task_b'))?.submission.reference]).toEqual(['failed', 'ref-2'])
})

test('what was set aside for another reason is not decided with what a restore has set aside', async () => {
  const { folder } = await setAside()
  const database = await openSqlite(join(folder, 'tasks.db'))
  database.exec(`UPDATE task SET dead_reason = 'the bucket is gone' WHERE id = 'task_a'`)
  database.close()
  expect(await run(folder, 'restored', 'list')).toHaveLength(2)
  expect(await run(folder, 'restored', 'fail', 'all')).toEqual(['2 tasks failed'])
  expect(await run(folder, 'queue', 'dead')).toEqual([expect.stringMatching(/^task_a .*the bucket is gone$/)])
})
