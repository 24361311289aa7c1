/** A whole service on PostgreSQL and Swift: what it makes is served from there, saved, restored, and outlives both of them being killed. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { S3Settings } from '../../packages/service/src/keep/files/s3-store.js'
import { emptyDatabase, noPostgres } from '../../packages/service/test/support/postgres.js'
import { startProcess, type ServiceProcess } from '../e2e/support/service-process.js'
import { s3Member } from '../faults/support/replicas.js'
import { expectBalance, folderFor, sharedDatabase, type SharedDatabase } from '../faults/support/shared-database.js'
import { startSwift, type Swift } from './swift.js'

const bin = fileURLToPath(new URL('../../packages/service/bin/model-tasks-service.js', import.meta.url))
const image = { model: 'beta-5.0', prompt: 'a paper boat', size: '1024x512' }
const video = { model: 'sd_2.0_discount', prompt: 'a paper boat', duration: 4, resolution: '480p' }

interface Task {
  id: string
  status: string
  result_url: string
  error: string | null
}

let swift: Swift

beforeAll(async () => {
  swift = await startSwift()
})

/** The variables of a service on a database, with its files in a bucket. */
function environmentOf(data: string, { url }: Pick<SharedDatabase, 'url'>, s3: S3Settings): Record<string, string> {
  const config = join(data, 'config.json')
  writeFileSync(config, JSON.stringify({ s3: s3Member(s3), shutdownTimeoutSeconds: 1 }))
  return {
    MODEL_TASKS_DATABASE_URL: url,
    MODEL_TASKS_DATA: data,
    MODEL_TASKS_CONFIG: config,
    MODEL_TASKS_RATE_LIMIT: 'off',
  }
}

/** One call with the key of the service; bytes are those of a picture. */
function call(
  { baseUrl, apiKey }: ServiceProcess,
  method: string,
  path: string,
  body?: object | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const bytes = body instanceof Uint8Array ? body : undefined
  const headers = { authorization: `Bearer ${apiKey}` }
  const type = { 'content-type': bytes === undefined ? 'application/json' : 'image/png' }
  const url = `${baseUrl}/v2/model-center${path}`
  if (body === undefined) return fetch(url, { method, headers })
  return fetch(url, { method, headers: { ...headers, ...type }, body: bytes ?? JSON.stringify(body) })
}

async function submit(service: ServiceProcess, body: object): Promise<string> {
  const answer = await call(service, 'POST', '/tasks', body)
  const task = (await answer.json()) as Task
  expect(answer.status, JSON.stringify(task)).toBe(200)
  return task.id
}

async function ended(service: ServiceProcess, id: string): Promise<Task> {
  for (;;) {
    const task = (await (await call(service, 'GET', `/tasks/${id}`)).json()) as Task
    if (task.status === 'completed' || task.status === 'failed') return task
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The file of a task that has completed. */
async function resultOf(service: ServiceProcess, id: string): Promise<Buffer<ArrayBuffer>> {
  const { status, error, result_url: url } = await ended(service, id)
  expect([status, error]).toEqual(['completed', null])
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe.skipIf(noPostgres !== undefined)('a service on PostgreSQL and Swift', () => {
  test('keeps results and assets there, serves them, and is saved and restored with them', async () => {
    const [database, s3] = [await sharedDatabase(), swift.settings()]
    const data = folderFor(database)
    const environment = environmentOf(data, database, s3)
    const service = await startProcess(data, environment)
    const ids = await Promise.all([image, video].map((body) => submit(service, body)))
    const [picture, film] = await Promise.all(ids.map((id) => resultOf(service, id)))
    expect([picture!.subarray(1, 4).toString(), film!.subarray(4, 8).toString()]).toEqual(['PNG', 'ftyp'])
    expect(await swift.keys(`${s3.prefix}results/`)).toEqual([`${ids[0]}.png`, `${ids[1]}.mp4`].sort())

    const { result_url: url } = await ended(service, ids[1]!)
    const part = await fetch(url, { headers: { range: `bytes=100-199` } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${film!.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(film!.subarray(100, 200))).toBe(true)

    // Large enough for several parts; what follows the end of a PNG is not read.
    const large = Buffer.concat([picture!, Buffer.alloc(11 * 1024 * 1024)])
    const stored = swift.stored()
    const asset = (await (await call(service, 'POST', '/assets', large)).json()) as { id: string }
    expect(await swift.keys(s3.prefix)).toContain(`assets/${asset.id}`)
    expect(swift.stored()).toBe(stored + 4)

    const backup = join(data, 'backup')
    const run = (...words: string[]) => promisify(execFile)(process.execPath, [bin, ...words], { env: environment })
    expect((await run('backup', backup)).stdout).toMatch(/^2 tasks, the database verified/)
    expect((await call(service, 'DELETE', `/assets/${asset.id}`)).status).toBe(204)
    expect(swift.stored(), 'nothing is left of its parts').toBe(stored)
    expect(await service.end('SIGTERM')).toBe(0)

    const [empty, other] = [{ url: await emptyDatabase(), apiKey: database.apiKey }, swift.settings()]
    const restoredData = folderFor(empty)
    const restoredEnvironment = environmentOf(restoredData, empty, other)
    const { stdout } = await promisify(execFile)(process.execPath, [bin, 'restore', backup], {
      env: restoredEnvironment,
    })
    expect(stdout).toMatch(/^2 tasks, the database verified/)
    expect(await swift.keys(other.prefix)).toContain(`assets/${asset.id}`)
    const restored = await startProcess(restoredData, restoredEnvironment)
    expect((await resultOf(restored, ids[0]!)).equals(picture!)).toBe(true)
    expect((await resultOf(restored, ids[1]!)).equals(film!)).toBe(true)
    await expectBalance(empty)
  })

  test('answers 503 while Swift is gone, and loses nothing when Swift and the service were killed', async () => {
    const [database, s3] = [await sharedDatabase(), swift.settings()]
    const data = folderFor(database)
    const environment = environmentOf(data, database, s3)
    const first = await startProcess(data, environment)
    const kept = await submit(first, image)
    const picture = await resultOf(first, kept)
    const { result_url: url } = await ended(first, kept)

    // Some end while it is gone, and so does one whose service is killed meanwhile.
    const during = await Promise.all([1, 2].map(() => submit(first, { ...image, prompt: 'a boat [[delay: 500ms]]' })))
    await swift.kill()
    const accepted = await submit(first, image)
    for (const answer of [await fetch(url), await call(first, 'POST', '/assets', picture)])
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    await expect.poll(() => first.output()).toContain('a file could not be stored and will be tried again')
    await swift.start()
    expect((await resultOf(first, kept)).equals(picture)).toBe(true)
    for (const id of [...during, accepted]) expect((await resultOf(first, id)).length).toBeGreaterThan(1000)

    const last = await submit(first, image)
    await Promise.all([swift.kill(), first.end('SIGKILL')])
    await swift.start()
    const second = await startProcess(data, environment)
    expect((await resultOf(second, last)).length).toBeGreaterThan(1000)
    expect((await resultOf(second, kept)).equals(picture)).toBe(true)
    expect(await swift.keys(`${s3.prefix}results/`)).toEqual(
      [kept, ...during, accepted, last].map((id) => `${id}.png`).sort(),
    )
    await expectBalance(database)
  })
})
