import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeFile } from '../src/commands/fake/fake-file.js'
import { ResultGone, ResultMissing, type CollectTask, type ProducedFile } from '../src/domain/provider/provider.js'
import { ended, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

/** An upstream whose file is not there the first times that it is asked for. */
class Lagging extends StubUpstream {
  readonly asked: number[] = []

  constructor(
    readonly times: number,
    readonly now: () => number,
    readonly error: Error = new ResultMissing('HTTP 404'),
  ) {
    super()
  }

  override async collect(task: CollectTask, directory: string): Promise<ProducedFile> {
    this.asked.push(this.now())
    if (this.asked.length <= this.times) throw this.error
    return super.collect(task, directory)
  }
}

/** How a task ends, how often its file is asked for, and whether a quarter of a minute or more is between any two. */
async function run(times: number, error?: Error) {
  let now = (): number => 0
  const provider = new Lagging(times, () => now(), error)
  const { accept, engine, when, clock } = await world({ provider })
  now = () => clock.elapsed()
  const task = await accept()
  provider.complete(task.id)
  await engine().start()
  const { status, error: said } = await when(task.id, ended)
  const { asked } = provider
  const patient = asked.every((at, index) => index === 0 || at - (asked[index - 1] ?? 0) >= 15_000)
  return { status, said, submitted: provider.submitted.length, asked: asked.length, patient }
}

test('a file that is not there yet is asked for again: servers of an upstream may lag behind each other', async () => {
  expect(await run(4)).toEqual({ status: 'completed', said: undefined, submitted: 1, asked: 5, patient: true })
})

test('a file that is not there five times in a minute is gone', async () => {
  expect(await run(99)).toEqual({
    status: 'failed',
    said: 'HTTP 404',
    submitted: 1,
    asked: 5,
    patient: true,
  })
})

test('a file of which the upstream proves that it is gone is not asked for again', async () => {
  expect(await run(99, new ResultGone('HTTP 410'))).toEqual({
    status: 'failed',
    said: 'HTTP 410',
    submitted: 1,
    asked: 1,
    patient: true,
  })
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
