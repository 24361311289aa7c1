import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { fakeFile } from '../src/commands/fake/fake-file.js'
import { ResultGone, ResultMissing, type CollectTask, type ProducedFile } from '../src/domain/provider/provider.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { ended, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

/** An upstream whose file is not there the first times that it is asked for. */
class Lagging extends StubUpstream {
  readonly asked: number[] = []

  constructor(
    readonly isThere: (asked: readonly number[]) => boolean,
    readonly now: () => number,
    readonly errors: readonly Error[] = [new ResultMissing('HTTP 404')],
    readonly answering: () => Promise<void> = async () => undefined,
  ) {
    super()
  }

  override async collect(task: CollectTask, directory: string): Promise<ProducedFile> {
    this.asked.push(this.now())
    const error = this.errors[this.asked.length - 1] ?? this.errors.at(-1)
    await this.answering()
    if (error !== undefined && !this.isThere(this.asked)) throw error
    return super.collect(task, directory)
  }
}

/** That a file is there after it was not so many times. */
const after = (times: number) => (asked: readonly number[]) => asked.length > times
/** For how long a file has been asked for. */
const timeOf = (asked: readonly number[]): number => (asked.at(-1) ?? 0) - (asked[0] ?? 0)

/** How a task ends, how often and how long its file is asked for, with these errors, the last of them each time after them, and whether a quarter of a minute or more is between any two. */
async function run(isThere: (asked: readonly number[]) => boolean, ...errors: Error[]) {
  return runSlowly(0, isThere, ...errors)
}

/** The same of an upstream that takes so many milliseconds for its twelfth answer. */
async function runSlowly(time: number, isThere: (asked: readonly number[]) => boolean, ...errors: Error[]) {
  let now = (): number => 0
  let wait = async (): Promise<void> => undefined
  const provider = new Lagging(
    isThere,
    () => now(),
    errors.length === 0 ? undefined : errors,
    () => wait(),
  )
  const { accept, engine, when, clock } = await world({ provider })
  now = () => clock.elapsed()
  wait = () => clock.delay(provider.asked.length === 12 ? time : 0)
  const task = await accept()
  provider.complete(task.id)
  await engine().start()
  const { status, error: said } = await when(task.id, ended)
  const { asked } = provider
  const patient = asked.every((at, index) => index === 0 || at - (asked[index - 1] ?? 0) >= 15_000)
  return { status, said, submitted: provider.submitted.length, asked: asked.length, time: timeOf(asked), patient }
}

test('a file that is not there yet is asked for again: servers of an upstream may lag behind each other', async () => {
  expect(await run(after(4))).toMatchObject({
    status: 'completed',
    said: undefined,
    submitted: 1,
    asked: 5,
    patient: true,
  })
})

test('a file that is not there five times in a minute is gone', async () => {
  expect(await run(after(99))).toMatchObject({
    status: 'failed',
    said: 'HTTP 404',
    submitted: 1,
    asked: 5,
    patient: true,
  })
})

const page = new ResultMissing('a page', { replaced: true })

test('a page in place of a file says little of the file: a gateway in maintenance answers so too', async () => {
  const task = await run((asked) => timeOf(asked) >= 600_000, page)
  expect(task).toMatchObject({ status: 'completed', submitted: 1 })
})

test('a file is gone once something else has come in its place for a quarter of an hour', async () => {
  const { status, time, asked } = await run(after(99), page)
  expect(status).toBe('failed')
  expect(time).toBeGreaterThanOrEqual(900_000)
  expect(asked, 'once a minute').toBeLessThan(17)
})

test('an upstream that takes long for one answer is asked for no less than a quarter of an hour', async () => {
  const { status, time } = await runSlowly(400_000, after(99), page)
  expect(status).toBe('failed')
  expect(time).toBeGreaterThanOrEqual(900_000)
})

test('one answer that a file is not there proves little, however often something else came before', async () => {
  const errors = [page, page, page, page, page, new ResultMissing('HTTP 404')]
  expect(await run(after(9), ...errors)).toMatchObject({ status: 'completed', asked: 10 })
})

test('a file of which the upstream proves that it is gone is not asked for again', async () => {
  expect(await run(after(99), new ResultGone('HTTP 410'))).toMatchObject({
    status: 'failed',
    said: 'HTTP 410',
    submitted: 1,
    asked: 1,
    patient: true,
  })
})

test.each<[string, (provider: StubUpstream, id: string) => void]>([
  ['no longer has its file', (provider, id) => provider.complete(id)],
  [
    'no longer knows it',
    (provider) => (provider.snapshots = Array.from({ length: 40 }, () => ({ state: 'missing', error: 'HTTP 404' }))),
  ],
])(
  'a task whose upstream %s has the files that were stored before, as by a process that was killed then',
  async (_what, forget) => {
    const provider = new Lagging(after(99), () => 0, [new ResultGone('HTTP 410')])
    const { accept, engine, when, folder } = await world({ provider })
    const task = await accept({ account: 'poor' })
    const files = new DiskFileStore(join(folder, 'files'))
    const bytes = [fakeFile('image').bytes, fakeFile('image').bytes]
    for (const [index, name] of [`${task.id}.png`, `${task.id}-2.webp`].entries())
      await files.putStream(`results/${name}`, Readable.from([bytes[index]]))
    forget(provider, task.id)
    await engine().start()
    expect(await when(task.id, ended)).toMatchObject({
      status: 'completed',
      amount: 3,
      result: {
        file: `results/${task.id}.png`,
        contentType: 'image/png',
        bytes: bytes[0]?.length,
        others: [{ file: `results/${task.id}-2.webp`, contentType: 'image/webp' }],
      },
    })
  },
)

test.each<[string, number, number]>([
  ['before it was made, is free', -1, 0],
  ['since, is charged: it may have been delivered before', 0, 3],
])('a task whose file is gone, and whose database was set back %s', async (_what, at, amount) => {
  const provider = new Lagging(after(99), () => 0, [new ResultGone('HTTP 410')])
  const { accept, engine, when, stores } = await world({ provider })
  const task = await accept({ account: 'poor' })
  await stores.restored.noteRewind(task.created + at)
  provider.complete(task.id)
  await engine().start()
  expect(await when(task.id, ended)).toMatchObject({
    status: 'failed',
    amount,
    error:
      amount === 0 ? 'HTTP 410' : expect.stringMatching(/^HTTP 410; it is charged, since the database was set back /),
  })
  expect(await stores.accounts.findAccount('poor')).toMatchObject({ credits: 10 - amount, held: 0 })
})

/** An upstream that serves the beginning of a picture the first times, and then all of it. */
class Cutting extends StubUpstream {
  asked = 0

  constructor(readonly times: number) {
    super()
  }

  override async collect(_task: CollectTask, directory: string): Promise<ProducedFile> {
    this.asked += 1
    const whole = fakeFile('image').bytes
    const bytes = this.asked <= this.times ? whole.subarray(0, whole.length - 20) : whole
    const path = join(directory, 'out')
    await writeFile(path, bytes)
    return { path, contentType: 'image/png', bytes: bytes.length }
  }
}

test.each<[string, number, object]>([
  ['fetched again', 2, { status: 'completed' }],
  [
    'no result in the end',
    99,
    {
      status: 'failed',
      error: expect.stringContaining('a file that is not its result: the chunk IDAT ends at byte') as string,
    },
  ],
])('a picture that is cut is %s', async (_what, times, end) => {
  const provider = new Cutting(times)
  const { accept, engine, when } = await world({ provider })
  const task = await accept()
  provider.complete(task.id)
  await engine().start()
  expect(await when(task.id, ended)).toMatchObject(end)
  expect(provider.asked).toBe(Math.min(times + 1, 5))
})
