import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Prepared, ProviderTask } from '../src/domain/provider/provider.js'
import { silentLog } from '../src/base/log.js'
import { DiskFileStore } from '../src/keep/files/disk.js'
import { expireDeadLetters } from '../src/run/engine/dead-letters.js'
import { claimer } from './support/claims.js'
import { ManualClock } from './support/manual-clock.js'
import { ended, passTime, world } from './support/scheduler.js'
import { image, testService } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'
import { StubUpstream } from './support/stub-upstream.js'

test('an internal error is retried later and later, and sets the task aside in the end; the operator puts it back', async () => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const { accept, engine, when, errors, logged, stores, until, pass } = await world({ provider })
  const task = await accept()
  await engine().start()
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await until(() => provider.jobs.length > attempt)
    provider.jobs[attempt]!.crash(new Error('bug'))
  }
  await until(() => errors.length === 20)
  expect(errors[0]).toBe('a task could not be run and will be tried again')
  expect(logged[19]).toEqual({
    message: 'a task could not be run again and again and was set aside; "queue retry" puts it back',
    details: { task: task.id, queue: 'default', error: new Error('bug') },
  })
  expect(await stores.queue.deadLetters(9)).toMatchObject([{ id: task.id, reason: 'bug', retries: 20 }])
  await pass(600_000)
  expect(provider.jobs).toHaveLength(20)
  await stores.queue.retry(task.id)
  await until(() => provider.jobs.length === 21)
  await provider.jobs[20]!.complete()
  expect((await when(task.id, ended)).status).toBe('completed')
})

test.each([
  ['while the service runs', false, 120_000],
  ['while it does not run', true, 3_700_000],
])('a task is tried again in time when the clock is set back by a day %s', async (_when, stops, longest) => {
  const provider = Object.assign(new StubProvider(), { instant: false })
  const clock = new ManualClock()
  let noted = 0
  const log = { ...silentLog, error: () => void (noted += 1) }
  const { submit, service, folder } = await testService({}, { provider, clock, log })
  await submit(image)
  for (let attempt = 0; attempt < 2; attempt += 1) {
    while (provider.jobs.length === attempt) await passTime(clock, 250)
    provider.jobs[attempt]?.crash(new Error('bug'))
    while (noted === attempt) await passTime(clock, 1)
  }
  const failed = clock.elapsed()
  if (stops) await service.close()
  clock.set(-86_400_000)
  if (stops) await testService({ dataDirectory: folder }, { provider, clock, log })
  while (provider.jobs.length === 2 && clock.elapsed() - failed < longest) await passTime(clock, 250)
  // What is due by then may still wait for the machine, but for no clock.
  await expect.poll(() => provider.jobs.length).toBe(3)
})

test('a file that cannot be uploaded sets its own task aside in the end, and the upstream takes others meanwhile', async () => {
  const prepared: string[] = []
  const provider = Object.assign(new StubUpstream(), {
    async prepare({ id, parameters }: ProviderTask): Promise<Prepared> {
      prepared.push(id)
      return parameters['prompt'] === 'poison' ? { answer: 'not-accepted', error: 'HTTP 500' } : { files: new Map() }
    },
  })
  const { accept, engine, errors, stores, until } = await world({ provider })
  const poison = await accept({ parameters: { prompt: 'poison' } })
  await engine().start()
  const attempts = () => prepared.filter((id) => id === poison.id).length
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await until(() => attempts() === attempt)
    const { id } = await accept()
    await until(() => provider.submitted.includes(id))
  }
  await until(() => errors.some((line) => line.includes('set aside')))
  expect(await stores.queue.deadLetters(9)).toMatchObject([{ id: poison.id, reason: 'HTTP 500', retries: 20 }])
  expect(provider.submitted).not.toContain(poison.id)
})

test('after seven days a dead letter whose file is stored completes, and one whose file is not fails, unless the files cannot be asked for', async () => {
  const { accept, stores, clock, folder } = await world({ provider: new StubProvider() })
  const disk = new DiskFileStore(join(folder, 'files'))
  const [stored, without] = [await accept({ account: 'poor' }), await accept({ account: 'poor' })]
  const { claim, held } = await claimer(stores.queue)
  await claim()
  for (const { id } of [stored, without]) {
    await stores.runs.noteSent(held(id))
    await stores.runs.fail(held(id), { reason: 'disk full', delay: 0, limit: 1 })
  }
  const file = join(folder, 'made.png')
  writeFileSync(file, 'a picture')
  await disk.putFile(`results/${stored.id}.png`, file)
  clock.advance(7 * 86_400_000 + 1)
  const size = async (): Promise<never> => Promise.reject(new Error('no bucket'))
  const told: unknown[] = []
  const tell = (_: string, details?: object) => void told.push(details)
  const log = { ...silentLog, error: tell, warn: tell, info: tell }
  await expireDeadLetters({
    queue: stores.queue,
    clock,
    log,
    files: Object.assign(new DiskFileStore(join(folder, 'files')), { size }),
  })
  expect(told).toEqual([{ error: new Error('no bucket') }])
  expect(await stores.queue.deadLetters(9)).toHaveLength(2)

  await expireDeadLetters({ queue: stores.queue, clock, log, files: disk })
  expect(await stores.tasks.read(stored.id)).toMatchObject({ status: 'completed', result: { bytes: 9 } })
  expect(await stores.tasks.read(without.id)).toMatchObject({ status: 'failed', error: 'internal error: disk full' })
  expect(await stores.queue.deadLetters(9)).toEqual([])
  expect(told.slice(1)).toEqual([{ tasks: 1 }, { tasks: 1 }])
  await expireDeadLetters({ queue: stores.queue, clock, log, files: disk })
  expect(told, 'none, which is not told').toHaveLength(3)
})
