import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ModelTasks,
  ProtocolError,
  ResultExpiredError,
  type ClientOptions,
  type ModelTasksError,
  type TaskHandle,
} from '../src/index.js'
import { faults, startFaultServer, type Fault, type FaultServer } from '../src/testing/index.js'

let server: FaultServer
let folder: string
let path: string
const others: Server[] = []

beforeEach(async () => {
  server = await startFaultServer({ script: [{ status: 'completed' }] })
  folder = await mkdtemp(join(tmpdir(), 'model-tasks-download-'))
  path = join(folder, 'clips', 'boat.mp4')
})
afterEach(async () => {
  for (const other of others.splice(0)) {
    other.closeAllConnections()
    other.close()
  }
  await server.close()
  await rm(folder, { recursive: true })
})

async function completed(options: ClientOptions = {}): Promise<TaskHandle> {
  const handle = await new ModelTasks({
    baseUrl: server.baseUrl,
    apiKey: server.apiKey,
    pollInterval: 1,
    ...options,
  }).submit('sd_2.0_discount', { prompt: 'A paper boat' })
  await handle.wait()
  return handle
}
async function failed(promise: Promise<unknown>): Promise<ModelTasksError> {
  return promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: ModelTasksError) => error,
  )
}
async function elsewhere(listener: RequestListener): Promise<string> {
  const other = createServer(listener).listen(0, '127.0.0.1')
  others.push(other)
  await once(other, 'listening')
  return `http://localhost:${(other.address() as AddressInfo).port}`
}
const ranges = (): unknown[] =>
  server.requests.filter(({ route }) => route === 'result').map(({ headers }) => headers.range)

let cut = (): void => undefined

/** Sends this many bytes of the result; the connection is cut once the client has them. */
function cutAfter(bytes: number): Fault {
  return ({ request, response }) => {
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const total = server.result.length
    const head = { 'content-type': 'video/mp4', 'content-length': String(total - start) }
    response.writeHead(
      start ? 206 : 200,
      start ? { ...head, 'content-range': `bytes ${start}-${total - 1}/${total}` } : head,
    )
    cut = () => request.socket.destroy()
    response.write(server.result.subarray(start, start + bytes))
  }
}

it('a result is stored under its name, whole, with nothing left beside it', async () => {
  const seen: number[] = []
  const download = await (
    await completed()
  ).download(path, { onBytes: ({ bytes, total }) => seen.push(bytes / (total ?? NaN)) })
  expect(download).toEqual({ path, bytes: server.result.length, contentType: 'video/mp4' })
  expect(server.result.equals(await readFile(path))).toBe(true)
  expect(await readdir(join(folder, 'clips'))).toEqual(['boat.mp4'])
  expect(seen.at(-1)).toBe(1)
})

it('a handle that is not done yet is waited for', async () => {
  const client = new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey, pollInterval: 1 })
  const { id } = await client.submit('sd_2.0_discount', { prompt: 'x' })
  expect((await client.task(id).download(path)).bytes).toBe(server.result.length)
})

describe('a broken transfer', () => {
  it('goes on where it stopped, as often as it brings something', async () => {
    const handle = await completed()
    server.next('result', cutAfter(1000), cutAfter(2000), cutAfter(3000), cutAfter(4000), cutAfter(5000))
    await handle.download(path, { onBytes: () => cut() })
    expect(server.result.equals(await readFile(path))).toBe(true)
    expect(ranges()).toEqual([undefined, 'bytes=1000-', 'bytes=3000-', 'bytes=6000-', 'bytes=10000-', 'bytes=15000-'])
  })

  it('goes on in another process', async () => {
    const handle = await completed({ retries: 0 })
    server.next('result', cutAfter(1_000), faults.status(503))
    await failed(handle.download(path, { onBytes: () => cut() }))
    expect(await readdir(join(folder, 'clips'))).toEqual(['boat.mp4.part', 'boat.mp4.part.json'])
    await new ModelTasks({ baseUrl: server.baseUrl, apiKey: server.apiKey }).task(handle.id).download(path)
    expect(server.result.equals(await readFile(path))).toBe(true)
    expect(ranges()).toEqual([undefined, 'bytes=1000-', 'bytes=1000-'])
  })

  it('never mixes the files of two tasks', async () => {
    const first = await completed({ retries: 0 })
    server.next('result', cutAfter(500), faults.status(503))
    await failed(first.download(path, { onBytes: () => cut() }))
    const second = await completed()
    await second.download(path)
    expect(server.result.equals(await readFile(path))).toBe(true)
    expect(ranges().at(-1)).toBeUndefined()
  })

  it('starts over when the file is another one meanwhile', async () => {
    const handle = await completed()
    server.next('result', ({ request, response }) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '9999999', etag: '"older"' })
      cut = () => request.socket.destroy()
      response.write(randomBytes(700))
    })
    await handle.download(path, { onBytes: () => cut() })
    expect(server.result.equals(await readFile(path))).toBe(true)
  })

  it('that had brought everything ends with what is there', async () => {
    const handle = await completed({ retries: 0 })
    server.next('result', cutAfter(1000), faults.status(503))
    await failed(handle.download(path, { onBytes: () => cut() }))
    await writeFile(`${path}.part`, server.result)
    await handle.download(path)
    expect(server.result.equals(await readFile(path))).toBe(true)
  })

  it('that brings nothing ends after its retries', async () => {
    const handle = await completed({ retries: 2 })
    server.next('result', ...Array.from({ length: 9 }, () => faults.resetAfterReading))
    const error = await failed(handle.download(path))
    expect(error).toMatchObject({ name: 'ConnectionError', taskId: handle.id })
    expect(error.message).toContain(`. Resume with client.task('${handle.id}').download('${path}')`)
    expect(server.count('result')).toBe(3)
  })

  it('that ends early and cleanly is not taken for whole', async () => {
    const handle = await completed()
    server.next('result', cutAfter(1000), ({ response }) => {
      const total = server.result.length
      response
        .writeHead(206, { 'content-type': 'video/mp4', 'content-range': `bytes 1000-${total - 1}/${total}` })
        .end(server.result.subarray(1000, 1500))
    })
    await handle.download(path, { onBytes: () => cut() })
    expect(server.result.equals(await readFile(path))).toBe(true)
    expect(ranges()).toEqual([undefined, 'bytes=1000-', 'bytes=1500-'])
  })

  it('from a host that always starts over ends after its retries', async () => {
    const handle = await completed({ retries: 2 })
    const sizes = [400, 900, 400, 900, 900, 400, 900]
    server.next(
      'result',
      ...sizes.map((size): Fault => ({ request, response }) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '100000' })
        cut = () => request.socket.destroy()
        response.write(Buffer.alloc(size))
      }),
    )
    await failed(handle.download(path, { onBytes: () => cut() }))
    expect(server.count('result')).toBe(5)
  })

  it('whose fresh URL cannot be asked for at once asks again', async () => {
    const handle = await completed()
    server.next('result', faults.status(410))
    server.next('query', faults.status(503))
    expect((await handle.download(path)).bytes).toBe(server.result.length)
  })

  it('stops in the same turn as an abort and keeps what is there', async () => {
    const handle = await completed()
    server.next('result', ({ response }) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '100000' }).write(Buffer.alloc(10))
    })
    const controller = new AbortController()
    const bytes = new Promise<void>((resolve) => {
      void failed(handle.download(path, { signal: controller.signal, onBytes: () => resolve() })).then((reason) => {
        error = reason
      })
    })
    let error: ModelTasksError | undefined
    await bytes
    await new Promise(setImmediate)
    controller.abort()
    await new Promise(setImmediate)
    expect(error).toMatchObject({ name: 'AbortError', taskId: handle.id })
    expect((await readFile(`${path}.part`)).length).toBe(10)
  })
})

describe('a result URL that is no longer served', () => {
  for (const status of [403, 404, 410]) {
    it(`with ${status} is asked for anew once`, async () => {
      const handle = await completed()
      const queries = server.count('query')
      server.next('result', faults.status(status))
      await handle.download(path)
      expect(server.result.equals(await readFile(path))).toBe(true)
      expect(server.count('query')).toBe(queries + 1)
    })
  }

  it('twice is a ResultExpiredError', async () => {
    const handle = await completed()
    server.next('result', faults.status(410), faults.status(410))
    expect(await failed(handle.download(path))).toBeInstanceOf(ResultExpiredError)
    expect(await readdir(join(folder, 'clips'))).toEqual([])
  })

  it('or that was never there is a ProtocolError', async () => {
    const handle = await completed()
    const missing = faults.taskWith({ result_url: null, video_url: 'javascript:alert(1)' })
    server.next('query', missing, missing)
    await handle.query()
    expect(await failed(handle.download(path))).toBeInstanceOf(ProtocolError)
  })
})

describe('what is no result is refused', () => {
  it('a page instead of a video', async () => {
    const handle = await completed()
    server.next('result', faults.status(200, '<html>Log in</html>', { 'content-type': 'text/html' }))
    expect((await failed(handle.download(path))).message).toContain('is text/html where video was due')
    expect(await readdir(join(folder, 'clips'))).toEqual([])
  })

  it('a file larger than allowed, by its head or by its bytes', async () => {
    const handle = await completed()
    expect((await failed(handle.download(path, { maxBytes: 1000 }))).message).toContain('larger than maxBytes (1000)')
    server.next('result', ({ response }) => {
      response.writeHead(200, { 'content-type': 'video/mp4' }).end(server.result)
    })
    expect((await failed(handle.download(path, { maxBytes: 1000 }))).message).toContain('larger than maxBytes (1000)')
    expect(await readdir(join(folder, 'clips'))).toEqual([])
  })
})

describe('the key', () => {
  it('does not go to the host of the result, on the same host or another', async () => {
    const seen: unknown[] = []
    const origin = await elsewhere((request, response) => {
      seen.push(request.headers.authorization)
      response.writeHead(200, { 'content-type': 'video/mp4' }).end('clip')
    })
    const handle = await completed()
    await handle.download(path)
    server.next('query', faults.taskWith({ result_url: `${origin}/clip.mp4` }))
    await handle.query()
    await handle.download(path)
    expect(seen).toEqual([undefined])
    expect(server.requests.filter(({ route, headers }) => route === 'result' && headers.authorization)).toEqual([])
  })

  it('does not follow a redirect of a query or a submit', async () => {
    const seen: unknown[] = []
    const origin = await elsewhere((request, response) => {
      seen.push(request.url)
      response.end()
    })
    const handle = await completed({ retries: 0 })
    server.next('query', faults.redirect(`${origin}/tasks`))
    server.next('submit', faults.redirect(`${origin}/tasks`))
    await failed(handle.query())
    await failed(completed())
    expect(seen).toEqual([])
  })
})

describe('the place a result is stored at', () => {
  it('may be a folder: the file is named by its id', async () => {
    const handle = await completed()
    const file = join(folder, 'new', `${handle.id}.mp4`)
    expect((await handle.download(join(folder, 'new/'))).path).toBe(file)
    expect((await handle.download(join(folder, 'new'))).path).toBe(file)
    expect(await readdir(join(folder, 'new'))).toEqual([`${handle.id}.mp4`])
  })

  it('must be told', async () => {
    const handle = await completed()
    for (const missing of [undefined, '', null, 7]) {
      expect(await failed(handle.download(missing as string))).toMatchObject({
        name: 'ModelTasksError',
        taskId: handle.id,
        message: expect.stringContaining('wants the path of a file or folder') as string,
      })
    }
    expect(server.count('result')).toBe(0)
  })

  it('that the disk does not take ends in an error that knows the task', async () => {
    const handle = await completed()
    await writeFile(join(folder, 'file'), '')
    const error = await failed(handle.download(join(folder, 'file', 'boat.mp4')))
    expect(error).toMatchObject({
      name: 'ModelTasksError',
      taskId: handle.id,
      cause: { code: expect.stringMatching(/ENOTDIR|EEXIST/) as string },
    })
    expect(error.message).toContain('cannot be stored as')
    expect(await readdir(folder)).toEqual(['file'])
  })
})

it('open() streams a result where there is no disk', async () => {
  const response = await (await completed()).open()
  expect(server.result.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
})
