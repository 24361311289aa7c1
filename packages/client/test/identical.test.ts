/** A request that is made again while an identical one is under way: by another process, at the same moment, or in a program that tries again. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { file, ModelTasks, type ClientOptions } from '../src/index.js'
import { fileJournal, memoryJournal, type FileJournal, type Journal } from '../src/journal/index.js'
import { JournalIndex } from '../src/journal/journal-index.js'
import { requestDigest } from '../src/journal/request-digest.js'
import { faults, startFaultServer, type FaultServer } from '../src/testing/index.js'

const model = 'sd_2.0_discount'
const input = { prompt: 'A paper boat', duration: 5 } as const
const keys = { 'key-a': 'account-a', 'key-a2': 'account-a', 'key-b': 'account-b' }
let server: FaultServer
let folder: string
let path: string
beforeEach(async () => {
  server = await startFaultServer({ extensions: ['idempotency', 'assets'], keys, declares: { account: true } })
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-identical-'))
  path = join(folder, 'journal.jsonl')
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

function client(options: ClientOptions): ModelTasks {
  return new ModelTasks({
    baseUrl: server.baseUrl,
    apiKey: 'key-a',
    logger: {},
    retries: 0,
    pollInterval: 10,
    ...options,
  })
}
const identical = { code: 'identical-request', proved: 'not sent' }

describe.each([
  ['a file', () => fileJournal(path)],
  ['a file that is opened each time', undefined],
  ['memory', () => memoryJournal()],
  ['a store with entries alone', () => plain(memoryJournal())],
])('with a journal in %s', (_, create) => {
  let shared: Journal | undefined
  beforeEach(() => {
    shared = create?.()
  })
  const journal = (): Journal => shared ?? fileJournal(path)

  it('four runs of one request at the same moment buy one task', async () => {
    const submits = await Promise.allSettled(
      [1, 2, 3, 4].map(() => client({ journal: journal() }).submit(model, input)),
    )
    const rejected = submits.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []))
    expect(rejected).toMatchObject([identical, identical, identical])
    expect([server.tasks.size, server.count('submit')]).toEqual([1, 1])
    // What yielded leaves nothing open, and the task is there to be resumed.
    const { handles, unresolved } = await client({}).resumeAll(journal(), { takeOver: true })
    expect([handles.map(({ id }) => id), unresolved]).toEqual([[...server.tasks.keys()], []])
  })

  it('a request whose task runs is not bought again until that has ended, or with again', async () => {
    const first = await client({ journal: journal() }).submit(model, input)
    // A default that is left out, and another order of members, make no other request.
    const same = { duration: 5, prompt: 'A paper boat', resolution: undefined }
    const error: unknown = await client({ journal: journal() })
      .custom(model, same as never)
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      ...identical,
      taskId: first.id,
      message: expect.stringContaining(first.id) as string,
    })
    expect(server.tasks.size).toBe(1)
    await client({ journal: journal() }).submit(model, input, { again: true })
    await client({ journal: journal() }).submit(model, { ...input, prompt: 'Another boat' })
    // Another account is another buyer.
    const other = client({ journal: journal(), apiKey: 'key-b' })
    await other.capabilities()
    await other.submit(model, { ...input, prompt: 'A third boat' })
    const own = client({ journal: journal() })
    await own.capabilities()
    await own.submit(model, { ...input, prompt: 'A third boat' })
    expect(server.tasks.size).toBe(5)
    for (const id of server.tasks.keys())
      await client({ journal: journal() })
        .task(id)
        .wait()
        .catch(() => undefined)
    await client({ journal: journal() }).submit(model, input)
    expect(server.tasks.size).toBe(6)
  })

  it('a submit of unknown outcome keeps an identical one from being sent, a rejected one does not', async () => {
    server.next('submit', faults.status(402), faults.resetAfterAccept)
    await expect(client({ journal: journal() }).submit(model, input)).rejects.toMatchObject({ proved: 'rejected' })
    await expect(client({ journal: journal() }).submit(model, input)).rejects.toMatchObject({ proved: 'may exist' })
    await expect(client({ journal: journal() }).submit(model, input)).rejects.toThrow('may have been accepted')
    expect(server.tasks.size).toBe(1)
  })
})

/** A journal as an application may keep it: only what it has to have. */
function plain({ append, entries }: Journal): Journal {
  return { append, entries }
}

it('a task that has failed meanwhile is recorded so, and bought again', async () => {
  const journal = memoryJournal()
  const { id } = await client({ journal }).submit(model, input)
  server.next('query', faults.status(200, { id, object: 'video', created: 1, model, status: 'failed' }))
  await client({ journal }).submit(model, input)
  expect(server.tasks.size).toBe(2)
  expect((await journal.entries()).map(({ event }) => event)).toContain('ended')
})

it.each([
  ['is down', faults.status(503), 'was accepted as'],
  ['has removed it', faults.status(404), 'was accepted as'],
  ['answers', undefined, 'is running as'],
])('says of an earlier task what is known of it: the service %s', async (_, fault, words) => {
  const journal = memoryJournal()
  const { id } = await client({ journal }).submit(model, input)
  if (fault) server.next('query', fault)
  await expect(client({ journal }).submit(model, input)).rejects.toThrow(`an identical request ${words} ${id}`)
  expect(server.tasks.size).toBe(1)
})

it('a call that has an Idempotency-Key of its own may be made again under it', async () => {
  const journal = memoryJournal()
  server.next('submit', faults.resetAfterAccept)
  const options = { journal, idempotencyKey: 'order-7' }
  await expect(client({}).submit(model, input, options)).rejects.toMatchObject({ proved: 'may exist' })
  await client({}).submit(model, input, options)
  expect(server.tasks.size).toBe(1)
})

it('a file of the same content under another name makes the same request, and is not uploaded', async () => {
  const journal = memoryJournal()
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  for (const name of ['one.png', 'two.png']) await writeFile(join(folder, name), png)
  let uploads = 0
  const withAssets: typeof fetch = (url, init) => {
    if (!new Request(url, init).url.endsWith('/assets')) return fetch(url, init)
    return Promise.resolve(Response.json({ id: `asset-${++uploads}`, object: 'asset', status: 'approved' }))
  }
  const submit = (name: string): Promise<unknown> =>
    client({ journal, fetch: withAssets }).submit(
      model,
      { ...input, reference_images: [file(join(folder, name))] },
      { validate: 'off' },
    )
  await submit('one.png')
  await expect(submit('two.png')).rejects.toMatchObject(identical)
  expect([server.tasks.size, uploads]).toEqual([1, 1])
})

describe('the digest of a request', () => {
  it('is the same in any order of its members and with other names of its files', async () => {
    for (const [name, content] of Object.entries({ one: 'x', same: 'x', other: 'y' }))
      await writeFile(join(folder, name), content)
    const digest = (prompt: string, name: string): Promise<string> =>
      requestDigest('m', {}, { prompt, first_image: [file(join(folder, name))] })
    expect(await digest('a', 'one')).toBe(
      await requestDigest('m', { prompt: 'a' }, { first_image: [file(join(folder, 'same'))], prompt: undefined }),
    )
    expect(await digest('a', 'one')).not.toBe(await digest('a', 'other'))
    expect(await digest('a', 'one')).not.toBe(await digest('b', 'one'))
    expect(await requestDigest('m', {}, { prompt: 'a' })).not.toBe(await requestDigest('n', {}, { prompt: 'a' }))
  })

  it('covers every byte of a long file', async () => {
    const bytes = Buffer.alloc(9 * 1024 * 1024)
    const digest = (at: number): Promise<string> => {
      const changed = Buffer.from(bytes)
      changed[at] = 1
      return requestDigest('m', {}, { first_image: new Blob([changed]) })
    }
    expect(new Set(await Promise.all([0, 5_000_000, bytes.length - 1].map(digest))).size).toBe(3)
  })
})

describe('what a file journal knows of the submits of a request', () => {
  const at = '2026-01-01T00:00:00.000Z'
  const intent = (key: string): Parameters<Journal['append']>[0] => ({
    ...{ event: 'intent', key, model, hash: '', request: 'r', at },
  })
  const known = async (journal: FileJournal): Promise<(string | undefined)[]> =>
    (await journal.identical('r')).map(({ intent: { key }, id }) => id ?? key)

  it('follows what others append, across compactions', async () => {
    const journal = fileJournal(path)
    const other = fileJournal(path)
    expect(await known(journal)).toEqual([])
    await other.append(intent('k1'))
    expect(await known(journal)).toEqual(['k1'])
    await other.append(intent('k2'))
    await other.append({ event: 'submitted', key: 'k1', id: 't1', at })
    expect(await known(journal)).toEqual(['t1', 'k2'])
    expect(await other.compact()).toBe(true)
    await other.append({ event: 'rejected', key: 'k2', at })
    expect(await known(journal)).toEqual(['t1'])
    // One that another process has taken up after its end.
    await other.append({ event: 'ended', id: 't1', status: 'completed', at })
    await other.append({ event: 'submitted', key: 'k1', id: 't1', at })
    expect(await known(journal)).toEqual([])
    await other.append(intent('k3'))
    await other.append({ event: 'forgotten', key: 'k3', at })
    expect(await known(journal)).toEqual([])
  })

  it('reads each byte of it once', async () => {
    const journal = fileJournal(path)
    for (let index = 0; index < 50; index++) await journal.append(intent(`k${index}`))
    let lines = 0
    const parse = (line: string): ReturnType<typeof intent> => {
      lines++
      return JSON.parse(line) as ReturnType<typeof intent>
    }
    const index = new JournalIndex(path, parse)
    expect(await index.identical('r')).toHaveLength(50)
    await journal.append(intent('k50'))
    expect(await index.identical('r')).toHaveLength(51)
    expect(lines).toBe(51)
  })

  it('does not count a line that is being written, and counts it once it is whole', async () => {
    const journal = fileJournal(path)
    await journal.append(intent('k1'))
    const line = `\n${JSON.stringify(intent('k2'))}`
    const whole = await readFile(path, 'utf8')
    await writeFile(path, whole + line.slice(0, 20), { flag: 'r+' })
    expect(await known(journal)).toEqual(['k1'])
    await writeFile(path, whole + line, { flag: 'r+' })
    expect(await known(journal)).toEqual(['k1', 'k2'])
  })
})
