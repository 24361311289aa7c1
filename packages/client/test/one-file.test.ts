/** A file is one, by whichever name it is reached. */
import { lstat, mkdir, mkdtemp, readFile, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileLedger } from '../src/ledger/file-ledger.js'
import { ModelTasks } from '../src/index.js'
import { fileJournal } from '../src/journal/index.js'
import { startFaultServer, type FaultServer } from '../src/testing/index.js'

const model = 'sd_2.0_discount'
const input = { prompt: 'A paper boat' }
let folder: string
let server: FaultServer
let before: string

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'model-tasks-one-file-')))
  server = await startFaultServer({ script: [{ status: 'completed' }] })
  before = process.cwd()
})
afterEach(async () => {
  process.chdir(before)
  await server.close()
  await rm(folder, { recursive: true })
})

const client = (journal?: ReturnType<typeof fileJournal>): ModelTasks =>
  new ModelTasks({
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    pollInterval: 1,
    logger: {},
    ...(journal && { journal }),
  })

it('a journal stays where it was when the process goes to another folder', async () => {
  process.chdir(folder)
  const journal = fileJournal('tasks.jsonl')
  await mkdir('other')
  process.chdir('other')
  await client(journal).submit(model, input)
  expect(await readdir('.')).toEqual([])
  expect((await fileJournal(join(folder, 'tasks.jsonl')).entries()).map(({ event }) => event)).toEqual([
    'intent',
    'submitted',
  ])
})

it('a journal that a link leads to stays that when it is compacted', async () => {
  const [real, name] = [join(folder, 'real.jsonl'), join(folder, 'link.jsonl')]
  await writeFile(real, '')
  await symlink(real, name)
  const journal = fileJournal(name)
  await client(journal).submit(model, input)
  await journal.compact()
  expect((await lstat(name)).isSymbolicLink()).toBe(true)
  await expect(client(fileJournal(real)).submit(model, input)).rejects.toMatchObject({ code: 'identical-request' })
  expect(server.tasks.size).toBe(1)
})

it('a journal that a link leads to is that before it is there', async () => {
  const [real, name] = [join(folder, 'real.jsonl'), join(folder, 'link.jsonl')]
  await symlink('later.jsonl', name)
  await symlink('real.jsonl', join(folder, 'later.jsonl'))
  const journal = fileJournal(name)
  await client(journal).submit(model, input)
  await journal.compact()
  expect((await lstat(name)).isSymbolicLink()).toBe(true)
  expect((await fileJournal(real).entries()).map(({ event }) => event)).toEqual(['intent', 'submitted'])
})

it('a batch is not run a second time by a link to its ledger', async () => {
  const [real, name] = [join(folder, 'real.jsonl'), join(folder, 'link.jsonl')]
  await writeFile(real, '')
  await symlink(real, name)
  const runs = [real, name].map((path) =>
    client()
      .runAll([{ model, input }], { ledger: fileLedger(path) })
      .catch((error: unknown) => error),
  )
  expect(await Promise.all(runs)).toContainEqual(expect.objectContaining({ code: 'ledger-locked' }))
  expect(server.tasks.size).toBe(1)
})

it('a result is received beside what a link at its destination leads to, which may be on another disk', async () => {
  const [disk, links] = [join(folder, 'disk'), join(folder, 'links')]
  await mkdir(disk)
  await mkdir(links)
  await writeFile(join(disk, 'boat.mp4'), 'before')
  await symlink(join(disk, 'boat.mp4'), join(links, 'boat.mp4'))
  const handle = await client().submit(model, input)
  await handle.wait()
  const received = new Promise<void>((resolve) => {
    server.next('result', async ({ response }) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': server.result.length })
      response.write(server.result.subarray(0, 1000), () => setTimeout(resolve, 50))
      await new Promise((closed) => response.once('close', closed))
    })
  })
  const aborted = new AbortController()
  const cut = handle
    .download(join(links, 'boat.mp4'), { signal: aborted.signal, retries: 0 })
    .catch((error: unknown) => error)
  await received
  aborted.abort()
  expect(await cut).toBeInstanceOf(Error)
  expect(await readdir(links)).toEqual(['boat.mp4'])
  expect((await readdir(disk)).length).toBeGreaterThan(1)
  await handle.download(join(links, 'boat.mp4'))
  expect([await readdir(links), await readdir(disk)]).toEqual([['boat.mp4'], ['boat.mp4']])
  expect((await lstat(join(links, 'boat.mp4'))).isSymbolicLink()).toBe(true)
  expect((await readFile(join(disk, 'boat.mp4'))).equals(server.result)).toBe(true)
})
