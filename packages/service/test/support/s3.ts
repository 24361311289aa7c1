import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type S3rverServer from 's3rver'
import { openS3Files, type S3FileStore } from '../../src/keep/files/s3-store.js'
import { S3Files } from '../../src/keep/files/s3.js'
import type { S3Settings } from '../../src/keep/files/s3-store.js'
import { temporaryFolder } from './folder.js'

const tools = createRequire(new URL('../../../../test/package.json', import.meta.url))
const S3rver = tools('s3rver') as typeof S3rverServer

/** A real S3 server on loopback over a folder of its own. */
export interface TestS3 {
  /** What a service needs to use its bucket. */
  settings: S3Settings
  /** The same as the place of the files in the settings of a service. */
  files: S3Files
  /** Method and address of each request, in the order of arrival. */
  requests: readonly string[]
  /** The name of every header that has arrived. */
  headers: ReadonlySet<string>
  /** The keys in the bucket. */
  keys(): string[]
  /** Ends it; connections are cut off. */
  stop(): Promise<void>
  /** Starts it again at the same address, with what it held. */
  start(): Promise<void>
}

const bucket = 'results'
const objectFile = '._S3rver_object'

/** Starts an S3 server (s3rver) on a free port; it is gone after the test. */
export async function testS3(): Promise<TestS3> {
  const directory = temporaryFolder()
  const requests: string[] = []
  const headers = new Set<string>()
  let server: S3rverServer | undefined
  let port = 0
  const start = async (): Promise<void> => {
    server = new S3rver({ address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: bucket }] })
    server.middleware.unshift(async (context, next) => {
      requests.push(`${context.method} ${context.url}`)
      for (const name of Object.keys(context.headers)) headers.add(name)
      await next()
    })
    port = (await server.run()).port
  }
  const stop = async (): Promise<void> => {
    const running = server
    server = undefined
    const closed = running?.close()
    running?.httpServer.closeAllConnections()
    await closed
  }
  await start()
  onTestFinished(stop)
  const settings = {
    bucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    prefix: '',
    pathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }
  return {
    settings,
    files: new S3Files(settings),
    requests,
    headers,
    keys: () =>
      readdirSync(join(directory, bucket), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith(objectFile))
        .map((name) => name.slice(0, -objectFile.length))
        .sort(),
    start,
    stop,
  }
}

/** A store in the bucket of a server of its own. */
export async function testS3Files(s3?: TestS3, settings: Partial<S3Settings> = {}): Promise<S3FileStore> {
  const files = await openS3Files({ ...(s3 ?? (await testS3())).settings, ...settings })
  onTestFinished(() => {
    files.close()
  })
  return files
}
