/** Answers to a submit that hold the result: how they are kept until their tasks have ended. */
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { FileStore } from '../../src/domain/files/file-store.js'
import type { UpstreamProvider } from '../../src/domain/provider/provider.js'
import { DiskFileStore } from '../../src/keep/files/disk.js'
import { pruneHeldResults } from '../../src/run/provider/mapped/held-files.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { asked } from '../support/asked.js'
import { temporaryFolder } from '../support/folder.js'
import { mappingOf, running, standingClock } from './support.js'

const picture = Buffer.from('\0a picture')
const image = asked({
  ...{ id: 'task_1', model: 'beta-5.0', kind: 'image' },
  parameters: { prompt: 'A boat', resolution: '2K', aspect_ratio: '1:1' },
})

/** An upstream that answers a submit with these pictures, in front of this file store. */
function drawing(files: Pick<FileStore, 'size' | 'putStream' | 'read'> & Partial<FileStore>, clock = standingClock()) {
  const data = [picture, Buffer.from('\0another')].map((bytes) => ({ b64_json: bytes.toString('base64') }))
  const openFiles = async (): Promise<FileStore> => files as FileStore
  let submits = 0
  const send = async (): Promise<Response> => {
    submits += 1
    return Response.json({ created: 1, data })
  }
  const upstream = { name: 'up', baseUrl: 'https://up.example', apiKey: 'key', modelIds: {} }
  const provider = mappedProvider(mappingOf('openai-videos'), upstream, { fetch: send, openFiles, clock })
  return { provider, clock, submits: () => submits }
}

async function polled(provider: UpstreamProvider, reference = 'image:m:task_1') {
  return [...(await provider.poll([reference], running)).values()]
}

function collected(provider: UpstreamProvider, reference = 'image:m:task_1') {
  return provider.collect({ ...image, reference, snapshot: { state: 'completed' } }, temporaryFolder(), running)
}

test('each picture of an answer to a submit is a file of its task', async () => {
  const { provider } = drawing(new DiskFileStore(temporaryFolder()))
  const answer = await provider.submit(image)
  if (answer.answer !== 'accepted') throw new Error(JSON.stringify(answer))
  const file = await collected(provider, answer.reference)
  expect([file, ...(file.others ?? [])].map(({ path }) => readFileSync(path, 'latin1'))).toEqual([
    '\0a picture',
    '\0another',
  ])
})

test('a result that cannot be kept is tried to be kept for an hour, and then its outcome is unknown', async () => {
  let tries = 0
  const files = {
    size: async () => undefined,
    read: async () => undefined,
    putStream: async () => {
      tries += 1
      throw new Error('the disk is full')
    },
  }
  const { provider, clock, submits } = drawing(files)
  let answered: unknown
  void provider.submit(image).then((answer) => (answered = answer))
  await vi.waitFor(() => expect(tries).toBe(1))
  const passed: number[] = []
  for (let seconds = 0; answered === undefined && seconds < 3700; seconds += 1) {
    const before = tries
    clock.move(1000)
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve()
    if (tries > before) passed.push(seconds + 1)
  }
  expect(passed.slice(0, 7)).toEqual([1, 3, 7, 15, 31, 61, 91])
  expect(passed.at(-1)).toBe(3601)
  await vi.waitFor(() =>
    expect(answered).toEqual({
      answer: 'unknown',
      error: expect.stringContaining('which could not be kept: Error: the disk is full'),
    }),
  )
  expect(submits()).toBe(1)
})

test('a kept answer that cannot be read says nothing of its task', async () => {
  const read = async () => Readable.from(['{"half'])
  const { provider } = drawing({ size: async () => 6, read, putStream: async () => undefined } as never)
  expect(await polled(provider)).toEqual([
    { state: 'fault', error: expect.stringContaining('cannot be read: SyntaxError') },
  ])
  const gone = drawing({ size: async () => undefined, read: async () => undefined } as never)
  expect(await polled(gone.provider)).toEqual([{ state: 'completed' }])
  await expect(collected(gone.provider)).rejects.toThrow('is not in the file store')
})

test('answers that were kept for tasks that have ended are removed, and no others', async () => {
  const files = new DiskFileStore(temporaryFolder())
  for (const id of ['task_1', 'task_2']) await files.putStream(`held/${id}.json`, Readable.from(['{}']))
  const about: string[] = []
  await pruneHeldResults(files, async (id) => {
    about.push(id)
    return id !== 'task_2'
  })
  expect(about.toSorted()).toEqual(['task_1', 'task_2'])
  expect(await Promise.all(['task_1', 'task_2'].map((id) => files.size(`held/${id}.json`)))).toEqual([undefined, 2])
})
