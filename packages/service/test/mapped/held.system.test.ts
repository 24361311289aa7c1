import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { loaders } from '@model-tasks/documents/upstreams'
import { describe, expect, onTestFinished, test } from 'vitest'
import { asked } from '../support/asked.js'
import { Scheduler } from '../../src/run/engine/scheduler.js'
import { serveFake, type ServedFake } from '../../src/commands/fake/serve-fake.js'
import { DiskFileStore } from '../../src/keep/files/disk.js'
import type { FileStore } from '../../src/domain/files/file-store.js'
import { silentLog } from '../../src/base/log.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { openProviders } from '../../src/run/provider/open.js'
import type { UpstreamProvider } from '../../src/domain/provider/provider.js'
import { soleProvider } from '../../src/domain/provider/provider-set.js'
import { defaultSettings } from '../../src/settings/settings.js'
import { openPostgresStores } from '../../src/keep/store/postgres/open.js'
import { openSqliteStores } from '../../src/keep/store/sqlite/open.js'
import type { Stores } from '../../src/keep/store/stores.js'
import { bytesOf } from '../contracts/file-store.js'
import { newTask } from '../contracts/open-stores.js'
import { claimer } from '../support/claims.js'
import { UpstreamFigures } from '../../src/run/telemetry/upstream-figures.js'
import { temporaryFolder } from '../support/folder.js'
import { ManualClock } from '../support/manual-clock.js'
import { emptyTables, noPostgres, patient } from '../support/postgres.js'
import { upstreamOf } from '../support/relay.js'
import { testS3 } from '../support/s3.js'
import { passTime } from '../support/scheduler.js'
import { mappingOf } from './support.js'
import { running } from './support.js'

const { mapping } = await loaders['openai-videos']()
const picture = Buffer.from('\0a picture')
const task = {
  id: 'task_1',
  model: 'beta-5.0',
  kind: 'image' as const,
  parameters: { prompt: 'A boat', resolution: '2K', aspect_ratio: '1:1' },
}

/** An upstream that answers a submit with a picture, and how often it was asked. */
async function pictures(): Promise<{ fake: ServedFake; submits: () => number }> {
  let submits = 0
  const fake = await serveFake(mapping, {
    intercept: () => {
      submits += 1
      const body = JSON.stringify({ created: 1, data: [{ b64_json: picture.toString('base64') }] })
      return { answer: { status: 200, headers: { 'content-type': 'application/json' }, body } }
    },
  })
  onTestFinished(() => fake.close())
  return { fake, submits: () => submits }
}

/** The provider of a service with these settings. */
async function providerOf({ baseUrl }: Pick<ServedFake, 'baseUrl'>, settings: object): Promise<UpstreamProvider> {
  const upstreams = [upstreamOf({ name: 'images', baseUrl, apiKey: 'key', protocol: 'openai-videos' })]
  const providers = await openProviders({ ...defaultSettings, upstreams, ...settings }, silentLog)
  onTestFinished(() => providers.close())
  const provider = providers.lanes[0]?.provider
  if (provider?.kind !== 'upstream') throw new Error('there is no upstream')
  return provider
}

async function submitted(provider: UpstreamProvider, id = task.id): Promise<string> {
  const answer = await provider.submit(asked({ ...task, id }))
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  return answer.reference
}

async function expectPicture(provider: UpstreamProvider, reference: string, bytes = picture): Promise<void> {
  expect((await provider.poll([reference], running)).get(reference)).toMatchObject({ state: 'completed' })
  const collected = { ...task, reference, snapshot: { state: 'completed' as const } }
  const { path, contentType } = await provider.collect(collected, temporaryFolder(), running)
  expect([readFileSync(path).equals(bytes), contentType]).toEqual([true, 'image/png'])
}

test('a result in the answer to a submit outlives the service, and goes once its task has ended', async () => {
  const { fake } = await pictures()
  const dataDirectory = temporaryFolder()
  const reference = await submitted(await providerOf(fake, { dataDirectory }))
  const next = await providerOf(fake, { dataDirectory })
  // Storing may fail after the file was fetched: it has to be there again.
  for (let times = 0; times < 2; times += 1) await expectPicture(next, reference)
  await next.forget?.(reference)
  expect(readdirSync(join(dataDirectory, 'files', 'held'))).toEqual([])
})

test('a result in the answer to a submit is in the bucket, where another service finishes the task', async () => {
  const { fake } = await pictures()
  const s3 = await testS3()
  const [here, there] = [temporaryFolder(), temporaryFolder()]
  const reference = await submitted(await providerOf(fake, { dataDirectory: here, files: s3.files }))
  expect(existsSync(join(here, 'files', 'held'))).toBe(false)
  const other = await providerOf(fake, { dataDirectory: there, files: s3.files })
  await expectPicture(other, reference)
  expect(await other.cancel?.(reference)).toMatchObject({ answer: 'goes-on' })
  await expectPicture(other, reference)
  await other.forget?.(reference)
  expect(s3.keys().filter((key) => key.startsWith('held/'))).toEqual([])
})

test('nothing is bought whose result would have no place', async () => {
  const { fake, submits } = await pictures()
  const upstream = { name: 'images', baseUrl: fake.baseUrl, apiKey: 'key', modelIds: {} }
  const openFiles = (): Promise<FileStore> => Promise.reject(new Error('the bucket is gone'))
  expect(await mappedProvider(mapping, upstream, { openFiles }).submit(asked(task))).toEqual({
    answer: 'not-accepted',
    error: 'nothing was sent, since the file store that would keep the result cannot be used: the bucket is gone',
    pause: { reason: 'unavailable' },
  })
  expect(submits()).toBe(0)

  const s3 = await testS3()
  const later = await providerOf(fake, { dataDirectory: temporaryFolder(), files: s3.files })
  await expectPicture(later, await submitted(later))
  await s3.stop()
  expect(await later.submit(asked({ ...task, id: 'task_2' }))).toMatchObject({ answer: 'not-accepted' })
  expect(submits()).toBe(1)
  await s3.start()
  await submitted(later)
})

test('a result that was made while its bucket went away is kept once the bucket is back', async () => {
  const s3 = await testS3()
  const bucket = new URL(s3.settings.endpoint ?? '')
  let [submits, tries] = [0, 0]
  const away = createServer().on('connection', (connection) => {
    tries += 1
    connection.destroy()
  })
  const upstream = createServer((request, response) => {
    submits += 1
    const made = JSON.stringify({ data: [{ b64_json: picture.toString('base64') }] })
    const gone = s3.stop().then(() => listening(away, Number(bucket.port)))
    request.resume().on('end', () => void gone.then(() => response.end(made)))
  })
  const baseUrl = `http://127.0.0.1:${await listening(upstream)}`
  const provider = await providerOf({ baseUrl }, { dataDirectory: temporaryFolder(), files: s3.files })
  const answer = submitted(provider)
  // More often than its client tries by itself.
  await Promise.race([expect.poll(() => tries).toBeGreaterThan(6), answer])
  await new Promise((resolve) => away.close(resolve))
  await s3.start()
  await expectPicture(provider, await answer)
  expect(submits).toBe(1)
})

test('a process that has not the answer with the result leaves the task to the one that has it', async () => {
  const stores = await openSqliteStores(join(temporaryFolder(), 'tasks.db'))
  onTestFinished(() => stores.close())
  await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
  const { fake, submits } = await pictures()
  const [here, clock] = [temporaryFolder(), new ManualClock()]
  const { parameters } = task
  const { id } = await acceptedTask(stores, newTask({ ...task, id: newTask().id, parameters, queue: 'images' }))
  const before = await claimer(stores.queue)
  await before.claim(1, 'images')
  await stores.runs.noteSent(before.held(id))
  const reference = await submitted(await providerOf(fake, { dataDirectory: here }), id)
  await stores.runs.noteAccepted(id, 'images', reference)
  await stores.queue.leave(before.owner)

  const state = async () => (await stores.tasks.read(id)) ?? { status: 'gone', faults: 0 }
  const elsewhere = engineOn(stores, await providerOf(fake, { dataDirectory: temporaryFolder() }), clock)
  await elsewhere.start()
  while ((await state()).faults < 2) {
    expect(await state()).toMatchObject({ status: 'processing' })
    await passTime(clock, 250)
  }
  clock.runOut()
  await elsewhere.close(0)
  const [later, files] = [new ManualClock(clock.now() + 600_000), new DiskFileStore(join(here, 'files'))]
  const back = engineOn(stores, await providerOf(fake, { dataDirectory: here }), later, files)
  await back.start()
  while ((await state()).status !== 'completed') {
    expect((await state()).status).not.toBe('failed')
    await passTime(later, 250)
  }
  expect(submits()).toBe(1)
})

function engineOn(
  stores: Stores,
  provider: UpstreamProvider,
  clock: ManualClock,
  files = new DiskFileStore(temporaryFolder()),
): Scheduler {
  const engine = new Scheduler({
    ...{ ...stores, files, clock, log: silentLog, random: () => 0.5, models: ['beta-5.0'] },
    asked: { note: async () => undefined },
    times: new UpstreamFigures(500),
    ...{ workDirectory: temporaryFolder(), unknownOutcomeDeadline: 3_600_000, rolloutTime: 0 },
    providers: soleProvider(provider),
  })
  onTestFinished(() => engine.close(0))
  return engine
}

async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('an answer that is nested deeper than any program reads is kept as it came', async () => {
  const depth = 200_000
  const deep = `{"data":[{"b64_json":"${picture.toString('base64')}"}],"more":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const fake = await serveFake(mapping, { intercept: () => ({ answer: { status: 200, body: deep } }) })
  onTestFinished(() => fake.close())
  const provider = await providerOf(fake, { dataDirectory: temporaryFolder() })
  await expectPicture(provider, await submitted(provider))
})

test('an answer with the result has room for files of many MiB: what was made is paid for', async () => {
  const large = Buffer.concat([picture, Buffer.alloc(10 * 2 ** 20)])
  const body = JSON.stringify({ data: [{ b64_json: large.toString('base64') }] })
  const fake = await serveFake(mapping, { intercept: () => ({ answer: { status: 200, body } }) })
  onTestFinished(() => fake.close())
  const provider = await providerOf(fake, { dataDirectory: temporaryFolder() })
  await expectPicture(provider, await submitted(provider), large)
})

const databases: [string, boolean, () => Promise<Stores>][] = [
  ['SQLite', false, () => openSqliteStores(join(temporaryFolder(), 'tasks.db'))],
  ['PostgreSQL', noPostgres !== undefined, async () => openPostgresStores(await emptyTables(), patient)],
]
describe.each(databases)('%s: a dead letter that is retried', (_name, missing, open) => {
  test.skipIf(missing).each(['accepted', 'sent'] as const)(
    'while it was %s ends with the answer that is kept, and its upstream is not asked again',
    async (state) => {
      const stores = await open()
      onTestFinished(() => stores.close())
      await stores.accounts.addAccount({ id: 'rich', name: 'Rich', unlimited: true, credits: 0, created: 1 })
      const { fake, submits } = await pictures()
      const [dataDirectory, clock] = [temporaryFolder(), new ManualClock()]
      const provider = await providerOf(fake, { dataDirectory })
      const { parameters } = task
      const { id } = await acceptedTask(stores, newTask({ ...task, id: newTask().id, parameters, queue: 'images' }))
      // Someone who took the task, bought it, and failed again and again at what comes then.
      const before = await claimer(stores.queue)
      expect(await before.claim(1, 'images')).toEqual([id])
      await stores.runs.noteSent(before.held(id))
      const answer = await provider.submit(asked({ ...task, id }))
      if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
      if (state === 'accepted') await stores.runs.noteAccepted(id, 'images', answer.reference)
      expect(await stores.runs.fail(before.held(id), { reason: 'bug', delay: 0, limit: 1 })).toBe('dead')
      await stores.queue.leave(before.owner)

      expect(await stores.queue.retry(id)).toBe(true)
      const files = new DiskFileStore(join(dataDirectory, 'files'))
      const engine = engineOn(stores, provider, clock, files)
      await engine.start()
      let ended = await stores.tasks.read(id)
      for (; ended?.status !== 'completed'; ended = await stores.tasks.read(id)) {
        expect(ended?.status, ended?.error).not.toBe('failed')
        await passTime(clock, 250)
      }
      expect(submits()).toBe(1)
      expect(await bytesOf(files, ended.result?.file ?? '')).toEqual(picture)
    },
  )
})

async function acceptedTask({ tasks }: Stores, accepted: ReturnType<typeof newTask>) {
  expect(await tasks.submit({ task: accepted })).toEqual({ outcome: 'accepted' })
  return accepted
}

test('no file store is asked for a task whose result is not in the answer to its submit, or that the protocol does not make', async () => {
  const openFiles = () => Promise.reject(new Error('the bucket is gone'))
  const upstream = { name: 'up', baseUrl: 'https://up.example', apiKey: 'key', modelIds: {} }
  const recover = (protocol: string, kind: 'image' | 'video') =>
    mappedProvider(mappingOf(protocol), upstream, { openFiles }).recover?.({ ...newTask(), kind })
  expect([await recover('ark', 'video'), await recover('stability', 'video')]).toEqual([undefined, undefined])
  await expect(recover('stability', 'image')).rejects.toThrow('the bucket is gone')
  const { forget } = mappedProvider(mappingOf('stability'), upstream, { openFiles })
  expect(await forget?.('not a reference'), 'of a task that was adopted under another protocol').toBeUndefined()
})
