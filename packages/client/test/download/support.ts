import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { ModelTasks, type Clock, type ClientOptions, type ModelTasksError, type TaskHandle } from '../../src/index.js'
import { startFaultServer, type Fault, type FaultServer } from '../../src/testing/index.js'

/** The strong ETag that this server's answers have unless a test says otherwise. */
export const etag = '"one"'

/** Time in which pauses of up to ten seconds pass at once, and are noted; what is longer is a limit, and stays. */
export function skippingClock(): Clock & { readonly pauses: number[] } {
  let skipped = 0
  const pauses: number[] = []
  return {
    pauses,
    now: () => performance.now() + skipped,
    random: () => 0.5,
    setTimeout: (run, milliseconds) => {
      if (milliseconds > 10_000) return setTimeout(run, milliseconds)
      if (milliseconds > 1) pauses.push(Math.round(milliseconds))
      return setTimeout(() => {
        skipped += milliseconds
        run()
      }, 0)
    },
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
  }
}

/** What every test of downloads needs: a service whose tasks are completed at once, and a folder. */
export interface Scene {
  server: FaultServer
  folder: string
  /** Where results are stored; its folder does not exist at first. */
  path: string
  completed: (options?: ClientOptions) => Promise<TaskHandle>
  /** The files beside the destination, by their ending. */
  files: () => Promise<string[]>
  /** The Range header of each request for the result. */
  ranges: () => (string | undefined)[]
  /** A part of the result, or all of it, after which the connection is cut once the client has it. */
  cutAfter: (bytes: number, headers?: Record<string, string>) => Fault
  /** Cuts the connection of the last `cutAfter`. */
  cut: () => void
}

/** The scene of a test file, made anew for each of its tests. */
export function scene(): Scene {
  const now = {} as Scene
  let connection = (): void => undefined
  beforeEach(async () => {
    now.server = await startFaultServer({ script: [{ status: 'completed' }] })
    now.folder = await mkdtemp(join(tmpdir(), 'model-tasks-download-'))
    now.path = join(now.folder, 'clips', 'boat.mp4')
  })
  afterEach(async () => {
    await now.server.close()
    // The part of a download that ran out of time is put away after its error.
    await rm(now.folder, { recursive: true, maxRetries: 20 })
  })
  now.completed = async (options = {}) => {
    const { baseUrl, apiKey } = now.server
    const client = new ModelTasks({ baseUrl, apiKey, pollInterval: 1, clock: skippingClock(), ...options })
    const handle = await client.submit('sd_2.0_discount', { prompt: 'A paper boat' })
    await handle.wait()
    return handle
  }
  now.files = () => readdir(join(now.folder, 'clips')).then((names) => names.sort())
  now.ranges = () => now.server.requests.filter(({ route }) => route === 'result').map(({ headers }) => headers.range)
  now.cut = () => connection()
  now.cutAfter =
    (bytes, headers = { etag }) =>
    ({ request, response }) => {
      const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0)
      const total = now.server.result.length
      const head = { 'content-type': 'video/mp4', 'content-length': String(total - start), ...headers }
      const range = { 'content-range': `bytes ${start}-${total - 1}/${total}` }
      response.writeHead(start ? 206 : 200, start ? { ...head, ...range } : head)
      connection = () => request.socket.destroy()
      response.write(now.server.result.subarray(start, start + bytes))
    }
  return now
}

/** Answers with these bytes under exactly these headers. */
export function answer(status: number, headers: Record<string, string>, bytes: Uint8Array): Fault {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'video/mp4', ...headers })
    response.end(bytes)
  }
}

/** The error of a promise that must be rejected. */
export async function failed(promise: Promise<unknown>): Promise<ModelTasksError> {
  return promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: ModelTasksError) => error,
  )
}
