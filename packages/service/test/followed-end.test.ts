import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ResultGone, ResultMissing, type CollectTask, type ProducedFile } from '../src/domain/provider/provider.js'
import { ended, world } from './support/scheduler.js'
import { StubUpstream } from './support/stub-upstream.js'

/** Completes tasks, and serves their files as `serve` says, which is given how often it was asked before. */
class Serving extends StubUpstream {
  readonly collected: CollectTask[] = []
  now = () => 0
  /** When each file was asked for. */
  readonly at: number[] = []

  constructor(readonly serve: (task: CollectTask, times: number) => Partial<ProducedFile> | void) {
    super()
  }

  override async collect(task: CollectTask, directory: string): Promise<ProducedFile> {
    this.collected.push(task)
    this.at.push(this.now())
    const more = this.serve(task, this.collected.length - 1)
    const path = join(directory, 'out')
    await writeFile(path, task.reference)
    return { path, contentType: 'image/png', bytes: task.reference.length, ...more }
  }
}

/** How a task of that upstream ends, the times between which its file was asked for, and what its account has left of ten credits. */
async function endAt(serve: Serving['serve']) {
  const provider = new Serving(serve)
  const { accept, engine, when, clock, stores } = await world({ provider })
  provider.now = () => clock.now()
  const { id } = await accept({ account: 'poor' })
  provider.complete(id)
  await engine().start()
  const task = await when(id, ended)
  const credits = (await stores.accounts.findAccount('poor'))?.credits
  const { at, collected } = provider
  // The clock goes on while the disk is written to: a wait is never shorter than it should be.
  const waits = at.slice(1).map((time, index) => time - at[index]!)
  return { task, waits, took: at.at(-1)! - at[0]!, credits, collected }
}

test('a file that is not there yet is asked for again every 15 s, and the task completes with it', async () => {
  const { task, waits } = await endAt((_, times) => {
    if (times < 3) throw new ResultMissing('not there')
  })
  expect([task.status, waits.length]).toEqual(['completed', 3])
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(15_000)
})

test('a file that is not there for a minute, however often it is asked for, is given back with what the upstream said', async () => {
  const { task, took, collected, credits } = await endAt(() => {
    throw new ResultMissing('answered 404')
  })
  expect(task).toMatchObject({ status: 'failed', error: 'answered 404', errorClass: 'result' })
  expect([collected.length, credits]).toEqual([5, 10])
  expect(took).toBeGreaterThanOrEqual(60_000)
})

test('a page in the place of a file says little: it is asked for every minute, for a quarter of an hour', async () => {
  const { task, waits, took, credits } = await endAt(() => {
    throw new ResultMissing('an HTML page', { replaced: true })
  })
  expect(task).toMatchObject({ status: 'failed', error: 'an HTML page' })
  expect([took >= 900_000, Math.min(...waits) >= 60_000, credits]).toEqual([true, true, 10])
  expect(waits.length).toBeGreaterThanOrEqual(4)
})

test('of a task whose other files are there, those are delivered once one was missing for a minute', async () => {
  const { task, collected, credits } = await endAt(({ partial }) => {
    if (!partial) throw new ResultMissing('one of two is not there', { partial: true })
  })
  expect(task).toMatchObject({ status: 'completed' })
  expect(collected.map(({ partial }) => partial)).toEqual([false, false, false, false, false, true])
  expect(credits, 'what was delivered is paid for').toBe(7)
})

test('a task of which not even the other files are there in the end is given back', async () => {
  const { task, collected, credits } = await endAt(({ partial = false }) => {
    throw new ResultMissing('nothing is there', { partial: !partial })
  })
  expect([task.status, credits, collected.length]).toEqual(['failed', 10, 6])
})

test('a file of which the upstream proves that it is gone is not asked for again, and its credits come back', async () => {
  const { task, collected, credits } = await endAt(() => {
    throw new ResultGone('answered 410')
  })
  expect(task).toMatchObject({ status: 'failed', error: 'answered 410' })
  expect([collected.length, credits]).toEqual([1, 10])
})

test('a file of which neither its host nor its format says where it ends is not delivered', async () => {
  const { task, collected, credits } = await endAt(() => ({ unframed: true }))
  expect(task).toMatchObject({
    status: 'failed',
    error:
      'the upstream completed the task and serves a file that is not its result: neither its host nor its format says where it ends',
  })
  expect([collected.length, credits]).toEqual([5, 10])
})
