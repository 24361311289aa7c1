/** The figures of the client, each at its limit: a changed one makes a test fail. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { saveAll } from '../src/batch/index.js'
import { ModelTasks } from '../src/index.js'
import { fileJournal } from '../src/journal/index.js'
import { preflight, probeBlob, probeUrl } from '../src/media/index.js'
import { wrongBeginning } from '../src/policy/content-type.js'
import { Scope } from '../src/policy/scope.js'
import { createTestClock, recordExchanges } from '../src/testing/index.js'
import { createPacedAdmission } from '../src/transport/pace.js'
import { inTurns } from './in-turns.js'

inTurns()

it('an answer is read up to 8 MiB, and not a byte more', async () => {
  const task = JSON.stringify({ id: 't1', object: 'video', status: 'completed' })
  let length = 8 * 2 ** 20
  const fetch = (): Promise<Response> => Promise.resolve(new Response(task.padEnd(length)))
  const client = new ModelTasks({ baseUrl: 'http://service.example/api', apiKey: 'k', fetch })
  expect((await client.query('t1')).status).toBe('completed')
  length++
  await expect(client.query('t1')).rejects.toMatchObject({
    name: 'ConnectionError',
    summary: expect.stringContaining('it was larger than 8 MiB') as string,
  })
})

it('a journal that is compacted keeps the latest 1,000 tasks that have ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-figures-'))
  const path = join(folder, 'tasks.jsonl')
  const entries = Array.from({ length: 1_001 }, (_, index) => [
    { event: 'submitted', key: `k${index}`, id: `t${index}`, at: '' },
    { event: 'ended', id: `t${index}`, status: 'completed', at: '' },
  ]).flat()
  await writeFile(path, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  expect(await fileJournal(path).compact()).toBe(true)
  const kept = (await readFile(path, 'utf8')).split('\n').filter((line) => line.includes('"submitted"'))
  await rm(folder, { recursive: true })
  expect(kept).toHaveLength(1_000)
  expect(kept[0]).toContain('"t1"')
})

describe('four at a time, unless told otherwise', () => {
  /** How many requests are under way once nothing more begins. None is answered before its signal ends. */
  async function underWay(begin: (fetch: typeof globalThis.fetch, signal: AbortSignal) => unknown): Promise<number> {
    let count = 0
    const controller = new AbortController()
    const over = new Promise<never>((_, reject) =>
      controller.signal.addEventListener('abort', () => reject(new Error('over'))),
    )
    over.catch(() => undefined)
    const fetch = (): Promise<Response> => {
      count++
      return over
    }
    const ended = Promise.resolve(begin(fetch, controller.signal)).catch(() => undefined)
    for (let before = -1, quiet = 0; quiet < 50; before = count) {
      quiet = count === before && count > 0 ? quiet + 1 : 0
      await setImmediate()
    }
    const found = count
    controller.abort()
    await ended
    return found
  }
  const clientOf = (fetch: typeof globalThis.fetch): ModelTasks =>
    new ModelTasks({ baseUrl: 'http://service.example/api', apiKey: 'k', fetch, retries: 0 })

  it('runAll', async () => {
    const requests = Array.from({ length: 9 }, (_, index) => ({
      model: 'sd_2.0_discount' as const,
      input: { prompt: `Boat ${index}` },
    }))
    expect(await underWay((fetch, signal) => clientOf(fetch).runAll(requests, { signal }))).toBe(4)
  })

  it('saveAll', async () => {
    const handles = (client: ModelTasks) => Array.from({ length: 9 }, (_, index) => client.task(`t${index}`))
    expect(await underWay((fetch, signal) => saveAll(handles(clientOf(fetch)), { signal }))).toBe(4)
  })

  it('preflight', async () => {
    const urls = Array.from({ length: 9 }, (_, index) => `https://192.0.2.1/${index}.png`)
    const input = { prompt: 'A boat', reference_images: urls }
    expect(await underWay((fetch, signal) => preflight('sd_2.0_discount', input, { fetch, signal }))).toBe(4)
  })
})

it('a remote file is read for at most 15 s, unless told otherwise', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const fetch = (): Promise<Response> => Promise.reject(new Error('over'))
  await probeUrl('https://192.0.2.1/boat.png', { fetch }).catch(() => undefined)
  expect(timeout.mock.calls).toEqual([[15_000]])
  timeout.mockRestore()
})

it('at most 8 MiB of a file are read to tell its facts', async () => {
  // A JPEG is read in steps until its size has come, which as much of other data may stand before as one likes.
  const filler = Buffer.concat([Buffer.from([0xff, 0xe1, 0xff, 0xff]), Buffer.alloc(0xffff - 2)])
  const size = Buffer.from([0xff, 0xc0, 0, 17, 8, 1, 0, 2, 0, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
  const jpeg = (fillers: number): Blob =>
    new Blob([Buffer.from([0xff, 0xd8]), ...Array.from({ length: fillers }, () => filler), size, Buffer.alloc(40_000)])
  expect(await probeBlob(jpeg(127))).toMatchObject({ width: 512, height: 256 })
  await expect(probeBlob(jpeg(128))).rejects.toThrow('lie beyond the first 8388608 bytes')
})

it('requests may be 50 ms ahead of their pace, never more', async () => {
  const clock = createTestClock()
  const admit = createPacedAdmission(clock, 1)
  let admitted = 0
  const next = async (): Promise<void> => {
    await admit(new Scope(undefined, undefined, clock))
    admitted++
  }
  const all = [next(), next(), next()]
  const admittedAt = async (time: number): Promise<number> => {
    clock.advance(time - clock.now())
    for (let turn = 0; turn < 20; turn++) await setImmediate()
    return admitted
  }
  const seen: number[] = []
  for (const time of [0, 1_049, 1_050, 2_099, 2_100]) seen.push(await admittedAt(time))
  expect(seen).toEqual([1, 1, 2, 2, 3])
  await Promise.all(all)
})

it('the first 64 bytes decide whether a file is text', () => {
  const text = (length: number): Uint8Array => new TextEncoder().encode(`<!doctype html>${'x'.repeat(length - 15)}\0`)
  expect(wrongBeginning(text(63), 'video/mp4')).toBeUndefined()
  expect(wrongBeginning(text(64), 'video/mp4')).toBeTypeOf('string')
})

it('a recording is stored as people read JSON, with two spaces', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-figures-'))
  const path = join(folder, 'recording.json')
  await recordExchanges().save(path)
  const text = await readFile(path, 'utf8')
  await rm(folder, { recursive: true })
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
})
