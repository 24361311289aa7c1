import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../packages/service/src/keep/files/s3-store.js'
import { atEndOfFile } from '../end-of-file.js'

const script = fileURLToPath(new URL('server.py', import.meta.url))
const bucket = 'results'

/** A Swift of Debian's package python3-swift, which verifies signatures as S3 does. */
export interface Swift {
  /** What a service needs to use its bucket, below a prefix that no other caller of this file has. */
  settings(): S3Settings & { endpoint: string; credentials: object }
  /** The keys in the bucket below the prefix. */
  keys(prefix: string): Promise<string[]>
  /** How many objects are on its disk: files, parts of files, and what it notes of uploads that have not ended. */
  stored(): number
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Starts it again at the same address, with what it held. */
  start(): Promise<void>
}

/** Starts a Swift that is gone when the tests of the file have ended. Its clock may be ahead of ours, in seconds. */
export async function startSwift({ ahead = 0 } = {}): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-swift-'))
  const first = await run(folder, 0, ahead)
  const { port } = first
  let [child, prefixes] = [first.child, 0]
  const credentials = { accessKeyId: 'service:tester', secretAccessKey: 'the-secret-of-the-test' }
  const region = 'us-east-1'
  const endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({ region, endpoint, forcePathStyle: true, credentials: { ...credentials } })
  const kill = async (): Promise<void> => {
    const ended = once(child, 'close')
    if (child.kill('SIGKILL')) await ended
  }
  atEndOfFile(async () => {
    client.destroy()
    await kill()
    rmSync(folder, { recursive: true, force: true })
  })
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  return {
    settings: () => ({ bucket, region, endpoint, prefix: `test-${(prefixes += 1)}/`, pathStyle: true, credentials }),
    async keys(Prefix) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix }))
      return Contents.map(({ Key = '' }) => Key.slice(Prefix.length)).sort()
    },
    stored: () =>
      readdirSync(join(folder, 'devices/one/objects'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.data'),
      ).length,
    kill,
    async start() {
      ;({ child } = await run(folder, port, ahead))
    },
  }
}

async function run(folder: string, port: number, ahead: number): Promise<{ child: ChildProcess; port: number }> {
  // Debian's own Python is the one that finds Debian's packages.
  const child = spawn('/usr/bin/python3', [script, folder, String(port), String(ahead)], {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000)
  })
  const bound = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => Number(line)),
    once(child, 'close').then(([code]) => {
      throw new Error(`Swift ended with ${String(code)} before it answered:\n${said}`)
    }),
  ])
  return { child, port: bound }
}
