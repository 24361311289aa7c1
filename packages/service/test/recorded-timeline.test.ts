import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../src/base/log.js'
import { takeOver } from '../src/compose/take-over.js'
import { AskedRecord } from '../src/keep/files/asked-record.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { RecordedTimeline } from '../src/keep/files/recorded-timeline.js'
import { openSqliteStores } from '../src/keep/store/sqlite/open.js'
import type { Timeline } from '../src/keep/store/timeline.js'
import { newTask } from './contracts/open-stores.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'

const installation = '0123456789ab'
const former: Timeline = { system: '7561', number: 1 }
const promoted: Timeline = { system: '7561', number: 2 }

/** Services that share a record, each with a database that tells its timeline. */
async function shared() {
  const folder = temporaryFolder()
  const files = new DiskFileStore(folder)
  const clock = new ManualClock()
  const parts = { files, installation, elapsed: () => clock.elapsed() }
  const stores = await openSqliteStores(`${temporaryFolder()}/tasks.db`)
  const waited: number[] = []
  const measured = {
    now: () => clock.now(),
    delay(milliseconds: number) {
      waited.push(milliseconds)
      return clock.delay(milliseconds)
    },
  }
  const start = async (opened: Timeline | undefined) => {
    const recorded = new RecordedTimeline(parts)
    const asked = new AskedRecord({
      ...{ files, installation, timeline: recorded },
      now: () => clock.now(),
    })
    const record = await asked.open(clock.now())
    onTestFinished(() => asked.close())
    let begun = false
    const timeline = { opened, left: new Promise<Timeline>(() => undefined) }
    const over = takeOver({
      ...{
        stores: { restored: stores.restored, timeline, shared: true },
        ...{ files, folder: files, record },
        recorded,
        installation,
        clock: measured,
        log: silentLog,
      },
    })
    const done = (): void => {
      begun = true
    }
    over.then(done, done)
    while (!begun) {
      clock.advance(1000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await over
    return { recorded, note: (task: string) => asked.note({ task, attempt: 1, upstream: 'alpha', at: clock.now() }) }
  }
  return { files, parts, clock, stores, start, waited }
}

test('a service whose database another one has taken the place of notes nothing more within ten seconds, so that it submits nothing', async () => {
  const { start, waited } = await shared()
  const old = await start(former)
  await old.note('task_before')
  expect(waited).toEqual([])
  const next = await start(promoted)
  // Until the other one reads the mark.
  expect(waited).toEqual([15_000])
  await expect(old.note('task_after')).rejects.toThrow(
    'a service goes on with another database (7561, timeline 2; here 7561, timeline 1); stop this one',
  )
  await next.note('task_after')
})

test('the former database is not gone on with by mistake', async () => {
  const { start } = await shared()
  await start(former)
  await start(promoted)
  await expect(start(former)).rejects.toThrow(
    /^MODEL_TASKS_DATABASE_URL: this is the database that was left: .*restored hold/,
  )
  await start({ system: '8000', number: 1 })
})

test('what an upstream may have been asked for is set aside by the first start on another database, and by no later one', async () => {
  const { clock, stores, start, parts } = await shared()
  await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  const service = await start(former)
  const ids = ['task_a', 'task_b', 'task_c']
  for (const id of ids) await stores.tasks.submit({ task: newTask({ id, created: clock.now() }) })
  await service.note('task_a')
  const dead = async (): Promise<string[]> => {
    const aside = await Promise.all(ids.map((id) => stores.operator.isSetAside(id)))
    return ids.filter((_, index) => aside[index])
  }
  await start(former)
  expect(await dead()).toEqual([])
  await start(promoted)
  expect(await dead()).toEqual(['task_a'])
  // Released by the operator: what was decided stays decided.
  await stores.restored.decide('task_a', { to: 'release' })
  await start(promoted)
  expect(await dead()).toEqual([])
  // A start that was cut off before it had set everything aside is not the last one.
  await new RecordedTimeline(parts).mark(promoted, 'begun')
  await start(promoted)
  expect(await dead()).toEqual(['task_a'])
})

test('a database that tells no timeline, and the record of another service, change nothing', async () => {
  const { files, start, parts } = await shared()
  await new RecordedTimeline({ ...parts, installation: 'ba9876543210' }).mark(promoted, 'held')
  await start(undefined)
  const { note, recorded } = await start(former)
  await note('task_a')
  expect(await recorded.last()).toMatchObject({ timeline: former, step: 'held' })
  const kept: string[] = []
  for await (const key of files.list('timelines')) kept.push(key)
  expect(kept).toHaveLength(2)
})
