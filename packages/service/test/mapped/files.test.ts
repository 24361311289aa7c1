import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { fakeFile } from '../../src/commands/fake/fake-file.js'
import { mappedProvider } from '../../src/run/provider/mapped/provider.js'
import { ResultMissing, type ProducedFile } from '../../src/domain/provider/provider.js'
import { temporaryFolder } from '../support/folder.js'
import { mappingOf, running, standingClock, taskFor } from './support.js'
import { localServer } from '../support/local-server.js'

const ark = mappingOf('ark')
const film = fakeFile('video').bytes

type Serve = (response: ServerResponse, request: IncomingMessage) => void

/** Fetches the file of a task whose upstream names a URL, given its own host, and serves what it names. */
async function collecting(
  serve: Serve,
  named: (host: string) => string | string[] = (host) => `http://${host}/film.mp4`,
) {
  const baseUrl = await localServer((request, response) => {
    const { host = '' } = request.headers
    const done = { id: 'cgt-1', status: 'succeeded', content: { video_url: named(host) } }
    if (request.url?.startsWith('/contents/') === true) response.end(JSON.stringify(done))
    else serve(response, request)
  })
  const clock = standingClock()
  const upstream = { name: 'upstream', baseUrl, apiKey: 'key', modelIds: {} }
  const provider = mappedProvider(ark, upstream, { clock, maxFileBytes: 1000 })
  const task = { ...taskFor(ark), reference: 'video:m:cgt-1', snapshot: { state: 'completed' as const } }
  const collect = (over: { partial?: boolean }): Promise<ProducedFile | Error> =>
    provider.collect({ ...task, ...over }, temporaryFolder(), running).catch((error: unknown) => error as Error)
  return { collect, clock }
}

async function collected(serve: Serve, named?: (host: string) => string): Promise<ProducedFile | Error> {
  return (await collecting(serve, named)).collect({})
}

test('what was accepted and is not there yet is not stored as the result, and is not missing', async () => {
  const error = await collected((response) => {
    response.writeHead(202, { 'content-type': 'video/mp4' }).end(film)
  })
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(ResultMissing)
})

test.each([
  [1000, true],
  [1001, false],
])('of at most 1000 bytes, a file of %i, of no announced length, is kept: %s', async (size, kept) => {
  const file = await collected((response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' })
    response.write(film)
    response.end(Buffer.alloc(size - film.length))
  })
  if (kept) expect(file).toMatchObject({ bytes: size })
  else
    expect([file, (file as Error).message]).toEqual([
      expect.any(ResultMissing),
      expect.stringMatching(/larger than 1000 bytes$/),
    ])
})

test.each<[what: string, named: (host: string) => string, authorization: string | undefined]>([
  ['relative', () => '/film.mp4', undefined],
  ['in spaces', (host) => ` http://${host}/film.mp4 `, undefined],
  ['with credentials', (host) => `http://user:p%40ss@${host}/film.mp4`, `Basic ${btoa('user:p@ss')}`],
])('a file is fetched from a URL that is %s', async (_what, named, authorization) => {
  const seen: (string | undefined)[] = []
  const file = await collected((response, request) => {
    seen.push(request.headers.authorization)
    response.writeHead(200, { 'content-type': 'video/mp4' }).end(film)
  }, named)
  if (file instanceof Error) throw file
  expect(await readFile(file.path)).toEqual(film)
  expect(seen).toEqual([authorization])
})

test.each(['file:///etc/passwd', 'http://', 'ftp://user:secret@host.example/a'])(
  'a URL from which nothing can be fetched names no result and is in no message: %s',
  async (url) => {
    const error = await collected(
      () => undefined,
      () => url,
    )
    expect(error).toBeInstanceOf(ResultMissing)
    expect((error as Error).message).not.toContain(url)
  },
)

test.each<[what: string, serve: Serve]>([
  ['answers nothing', () => undefined],
  [
    'stops in the middle',
    (response) => {
      response.writeHead(200, { 'content-type': 'video/mp4' }).write(film)
    },
  ],
])('a host that %s is left after a minute', async (_what, serve) => {
  let asked = (): void => undefined
  const reached = new Promise<void>((resolve) => {
    asked = resolve
  })
  const { collect, clock } = await collecting((response, request) => {
    serve(response, request)
    asked()
  })
  const collected = collect({})
  await reached
  let ended = false
  void collected.then(() => {
    ended = true
  })
  // Five minutes at most, of the quarter of an hour that a download may take.
  for (let minutes = 0; !ended && minutes < 5; minutes += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50)
    })
    clock.move(60_000)
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(ended).toBe(true)
  expect(((await collected) as Error).message).toContain('nothing within 60000 ms')
})

test('of several files each is kept, and one that is missing is left out only when it has been missing for long', async () => {
  const serve: Serve = (response, { url }) => {
    if (url === '/two.mp4') response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': 'video/mp4' }).end(film)
  }
  const named = (host: string): string[] => ['one', 'two', 'three'].map((name) => `http://${host}/${name}.mp4`)
  const { collect } = await collecting(serve, named)
  expect(await collect({})).toMatchObject({ name: 'ResultMissing', partial: true })
  const kept = await collect({ partial: true })
  expect(kept).toMatchObject({ bytes: film.length, others: [{ bytes: film.length, contentType: 'video/mp4' }] })
})
