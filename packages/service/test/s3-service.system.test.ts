import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../src/commands/administration/run.js'
import { silentLog } from '../src/base/log.js'
import { S3Files } from '../src/keep/files/s3.js'
import type { S3Settings } from '../src/keep/files/s3-store.js'
import { SettingsError } from '../src/settings/settings-error.js'
import { temporaryFolder } from './support/folder.js'
import { ManualClock } from './support/manual-clock.js'
import { testS3 } from './support/s3.js'
import { passTime } from './support/scheduler.js'
import { answerOf, image, testService, video } from './support/service.js'
import { StubProvider } from './support/stub-provider.js'

const held = (): StubProvider => Object.assign(new StubProvider(), { instant: false })
const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** What lies in the bucket beside the record of what upstreams were asked for, and who writes to it. */
const filesOf = (s3: { keys(): string[] }): string[] => s3.keys().filter((key) => !/^(asked|running)\//.test(key))

test('a result is kept in the bucket and served behind its signed URL, whole and in ranges, until it expires', async () => {
  const s3 = await testS3()
  const [clock, provider] = [new ManualClock(), held()]
  const { submit, ended, folder } = await testService(
    { files: s3.files, resultUrlLifetime: 60_000 },
    { clock, provider },
  )
  const {
    body: { id },
  } = await submit(image)
  await (await provider.job(0)).complete('The quick brown fox')
  const { result_url: url } = await ended(id)
  expect(filesOf(s3)).toEqual([`results/${id}.png`])
  expect(readdirSync(join(folder, 'files')), 'nothing stays on the disk').toEqual([])

  const whole = await answerOf(await fetch(url))
  expect([whole.status, whole.text, whole.headers.get('content-type'), whole.headers.get('content-length')]).toEqual([
    200,
    'The quick brown fox',
    'image/png',
    '19',
  ])
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '19'])
  const part = await answerOf(await fetch(url, { headers: { range: 'bytes=-3' } }))
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'fox', 'bytes 16-18/19'])
  expect((await fetch(url, { headers: { range: 'bytes=19-' } })).status).toBe(416)
  clock.advance(60_000)
  expect((await fetch(url)).status).toBe(410)
})

test('an uploaded asset lies in the bucket and can be used; one that is empty or too large leaves nothing there', async () => {
  const s3 = await testS3()
  const { service, key, submit } = await testService({ files: s3.files })
  const upload = async (body: BodyInit): Promise<{ status: number; id: string }> => {
    const {
      status,
      body: { id },
    } = await answerOf(
      await fetch(`${service.baseUrl}/v2/model-center/assets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' },
        body,
        duplex: 'half',
      } as RequestInit),
    )
    return { status, id }
  }
  const { status, id } = await upload('picture')
  expect([status, filesOf(s3)]).toEqual([200, [`assets/${id}`]])
  expect((await submit({ ...video, reference_images: [`assetId://${id}`] })).status).toBe(200)
  expect((await upload('')).status).toBe(400)
  const chunk = Buffer.alloc(1024 * 1024)
  let sent = 0
  const endless = new ReadableStream({
    pull: (controller) => (sent++ < 65 ? controller.enqueue(chunk) : controller.close()),
  })
  // Whether its answer comes through is up to the connection, on which the rest of the body is still under way.
  expect((await upload(endless).catch(() => ({ status: 413 }))).status).toBe(413)
  while (!s3.requests.some((request) => /^DELETE .*uploadId=/.test(request))) await turn()
  expect(s3.keys().filter((one) => one.startsWith('assets/'))).toEqual([`assets/${id}`])
})

const notStored = expect.stringMatching(/^a file could not be stored and will be tried again: .*ECONNREFUSED/)
const notRun = expect.stringMatching(/^a task could not be run and will be tried again: .*ECONNREFUSED/)

test('a bucket that is away while a result is stored loses no task, and nothing is made twice for it', async () => {
  const { s3, clock, provider, errors, id, call, ended } = await madeWithoutBucket()
  while (errors.length === 0) await turn()
  expect((await call('GET', `/tasks/${id}`)).body.status).toBe('processing')
  await s3.start()
  await passTime(clock, 1000)
  const { status, result_url: url } = await ended(id)
  expect([status, await (await fetch(url)).text(), provider.submitted.length]).toEqual([
    'completed',
    'made while the bucket was away',
    1,
  ])
  expect(errors).toEqual([notStored])
})

test('a bucket that stays away has the task run again, until it is back', async () => {
  const { s3, clock, provider, errors, id, ended } = await madeWithoutBucket()
  for (const [tries, pause] of [1000, 2000, 4000, 8000, 16_000].entries()) {
    while (errors.length === tries) await turn()
    await passTime(clock, pause)
  }
  while (errors.length === 5) await turn()
  expect(errors).toEqual([...Array.from({ length: 5 }, () => notStored), notRun])
  expect(provider.submitted, 'the file is stored again and again before it is made again').toEqual([id])
  while (provider.jobs.length === 1) await passTime(clock, 250)
  await s3.start()
  await (await provider.job(1)).complete('made again')
  const { status, result_url: url } = await ended(id)
  expect([status, await (await fetch(url)).text(), provider.submitted]).toEqual(['completed', 'made again', [id, id]])
})

test('a task that is cancelled while its file cannot be stored leaves nothing in the bucket that is back', async () => {
  const { s3, errors, id, call, folder } = await madeWithoutBucket()
  while (errors.length === 0) await turn()
  await s3.start()
  const before = s3.requests.length
  expect((await call('POST', `/tasks/${id}/cancel`)).status).toBe(200)
  while (readdirSync(join(folder, 'work')).length > 0) await turn()
  expect(s3.requests.slice(before), 'nothing is sent to it').toEqual([])
})

/** A service whose bucket goes away before the file of its one task is made. */
async function madeWithoutBucket() {
  const s3 = await testS3()
  const [clock, provider, errors] = [new ManualClock(), held(), [] as string[]]
  const log = {
    ...silentLog,
    // What is said of the task: the first sweep of what is old may still be under way when the bucket goes away.
    error: (message: string, details: Record<string, unknown> = {}) => {
      if (details['task'] === undefined) return
      errors.push(`${message}: ${details['error'] instanceof Error ? details['error'].message : ''}`)
    },
  }
  const service = await testService({ files: s3.files }, { clock, provider, log })
  const {
    body: { id },
  } = await service.submit(image)
  const job = await provider.job(0)
  await s3.stop()
  await job.complete('made while the bucket was away')
  return { ...service, s3, clock, provider, errors, id }
}

test('a bucket that fails in the middle of a download cuts that download off, and nothing else', async () => {
  const s3 = await testS3()
  const provider = held()
  const { submit, ended, call, service, key } = await testService({ files: s3.files }, { provider })
  const {
    body: { id },
  } = await submit(image)
  // More than the buffers of the connections between here and there can hold.
  const content = 'x'.repeat(64 * 1024 * 1024)
  await (await provider.job(0)).complete(content)
  const { result_url: url } = await ended(id)
  const download = (await fetch(url)).body!.getReader()
  await download.read()
  await s3.stop()
  await expect(
    (async () => {
      while (!(await download.read()).done);
    })(),
  ).rejects.toThrow('terminated')
  const upload = { method: 'POST', headers: { authorization: `Bearer ${key}`, 'content-type': 'image/png' }, body: 'x' }
  for (const away of [await fetch(url), await fetch(`${service.baseUrl}/v2/model-center/assets`, upload)])
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await call('GET', `/tasks/${id}`)).body.status).toBe('completed')
  await s3.start()
  expect((await (await fetch(url)).text()) === content).toBe(true)
})

test('a start leaves no file in the bucket', async () => {
  const s3 = await testS3()
  await testService({ files: s3.files })
  expect(s3.requests.length).toBeGreaterThan(0)
  expect(filesOf(s3)).toEqual([])
})

const unusable: [string, (settings: S3Settings) => S3Settings | Promise<S3Settings>, RegExp][] = [
  [
    'is not there',
    (settings) => ({ ...settings, bucket: 'another' }),
    /the bucket another of http:\/\/127\.0\.0\.1:\d+, region us-east-1, cannot be used: s3:PutObject: NoSuchBucket, .*status 404; check that/,
  ],
  [
    'does not take the key',
    (settings) => ({ ...settings, credentials: { accessKeyId: 'STRANGER', secretAccessKey: 'hush-hush' } }),
    /cannot be used: s3:PutObject: InvalidAccessKeyId, .*status 403; check that/,
  ],
  [
    'cannot be reached',
    async (settings) => ({ ...settings, endpoint: `http://127.0.0.1:${await closedPort()}` }),
    /cannot be used: s3:PutObject: connect ECONNREFUSED [^;]*; check that/,
  ],
]

test.each(unusable)('a bucket that %s stops the start with one line and no secret', async (_why, change, line) => {
  const s3 = await testS3()
  const refused = testService({ files: new S3Files(await change(s3.settings)) })
  await expect(refused).rejects.toThrow(SettingsError)
  await expect(refused).rejects.toThrow(line)
  await expect(refused).rejects.toThrow(/^MODEL_TASKS_CONFIG: s3: (?!.*(?:hush-hush|S3RVER))[^\n]*$/)
})

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('a backup is not restored by the record in the bucket of a service that still runs, which would submit what waits too', async () => {
  const s3 = await testS3()
  const { service, folder, submit } = await testService({ files: s3.files }, { provider: held() })
  await submit(image)
  const run = async (dataDirectory: string, ...words: string[]): Promise<string[]> => {
    const lines: string[] = []
    await runCommand(words, { dataDirectory, databaseUrl: undefined, files: s3.files }, (line) => lines.push(line))
    return lines
  }
  const [target, elsewhere] = [join(temporaryFolder(), 'backup'), temporaryFolder()]
  await run(folder, 'backup', target)
  await expect(run(elsewhere, 'restore', target)).rejects.toThrow(
    'the bucket results has the record of a running service, which may ask upstreams for the same tasks meanwhile; stop it',
  )
  await service.close()
  expect((await run(elsewhere, 'restore', target))[0]).toBe('1 task, the database verified')
})
