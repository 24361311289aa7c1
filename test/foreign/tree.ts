import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { atEndOfFile } from '../end-of-file.js'
import { copyOfTree } from '../new-model/copy.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A copy of the tree whose catalogue has the models of other vendors beside our own, each added as one file. */
export interface ForeignTree {
  folder: string
  /** Runs a program of the tree to its end. */
  node: (...words: string[]) => Ended
  /** Runs the terminal against a service. */
  terminal: (at: Pick<ForeignService, 'baseUrl' | 'apiKey'>, ...words: string[]) => Ended
  /** Compiles a source that uses the packages; answers what the compiler prints. */
  compile: (source: string) => Promise<string>
  /** Starts the service of the tree; `configuration` is its file of settings. */
  serve: (configuration?: object) => Promise<ForeignService>
}

/** A program that has ended. */
interface Ended {
  status: number | null
  out: string
  err: string
}

export interface ForeignService {
  /** What the service answers, its status first. */
  call: (method: string, path: string, body?: unknown, key?: string) => Promise<{ status: number; body: Answer }>
  /** Uploads a file to the asset library and answers its ID. */
  upload: (type: string) => Promise<string>
  baseUrl: string
  apiKey: string
  stop: () => Promise<void>
}

/** As much of answers as the tests read. */
export interface Answer {
  [member: string]: unknown
  findings?: { rule: string; path: string; message: string }[]
}

let made: Promise<ForeignTree> | undefined

/** The tree, copied and generated once for all parts of a file, at whose end it is gone. Throws what the generator prints where it fails. */
export function foreignTree(): Promise<ForeignTree> {
  return (made ??= makeTree())
}

async function makeTree(): Promise<ForeignTree> {
  const folder = await copyOfTree(root)
  atEndOfFile(async () => {
    made = undefined
    await rm(folder, { recursive: true, force: true })
  })
  await cp(join(root, 'test/foreign/models'), join(folder, 'spec/models'), { recursive: true })
  const execute = (words: string[], baseUrl = '', apiKey = ''): Ended => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', MODEL_TASKS_BASE_URL: baseUrl, MODEL_TASKS_API_KEY: apiKey },
    })
    return { status, out: stdout, err: stderr }
  }
  const node: ForeignTree['node'] = (...words) => execute(words)
  const terminal: ForeignTree['terminal'] = ({ baseUrl, apiKey }, ...words) =>
    execute(['packages/cli/bin/model-tasks.js', ...words], baseUrl, apiKey)
  const generated = node('packages/workspace/bin/generator.js', 'main')
  if (generated.status !== 0) throw new Error(`${generated.out}${generated.err}`)
  return {
    folder,
    node,
    terminal,
    compile: (source) => compile(folder, node, source),
    serve: (file) => serve(folder, file),
  }
}

/** The tree, and a service of it for the tests of a part. */
export async function servedForeignTree(): Promise<{ tree: ForeignTree; service: ForeignService }> {
  const tree = await foreignTree()
  const service = await tree.serve()
  atEndOfFile(() => service.stop())
  return { tree, service }
}

async function compile(folder: string, node: ForeignTree['node'], source: string): Promise<string> {
  await writeFile(join(folder, 'use.ts'), source)
  const settings = '--noEmit --strict --skipLibCheck --module nodenext --target es2022 --types node use.ts'.split(' ')
  const { out } = node(join(root, 'node_modules/typescript-native/bin/tsc'), ...settings)
  return out
}

let services = 0

async function serve(folder: string, configuration?: object): Promise<ForeignService> {
  const data = join(folder, `data-${services++}`)
  const file = `${data}.json`
  if (configuration !== undefined) await writeFile(file, JSON.stringify(configuration))
  const child = spawn(process.execPath, ['packages/service/bin/model-tasks-service.js'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      MODEL_TASKS_PORT: '0',
      MODEL_TASKS_DATA: data,
      ...(configuration === undefined ? {} : { MODEL_TASKS_CONFIG: file }),
      ...(configuration !== undefined && 'upstreams' in configuration ? { MODEL_TASKS_PROVIDER: 'relay' } : {}),
    },
  })
  const { baseUrl, apiKey } = await credentials(child, join(data, 'local-credentials.json'))
  const send = (method: string, path: string, init: RequestInit, key = apiKey): Promise<Response> =>
    fetch(`${baseUrl}/v2/model-center${path}`, {
      ...init,
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
    })
  return {
    baseUrl,
    apiKey,
    async call(method, path, body, key) {
      const answer = await send(method, path, body === undefined ? {} : { body: JSON.stringify(body) }, key)
      return { status: answer.status, body: (await answer.json()) as Answer }
    },
    async upload(type) {
      const answer = await send('POST', '/assets', { body: 'x', headers: { 'content-type': type } })
      return ((await answer.json()) as { id: string }).id
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Waits for the first start to print its address, and reads address and key from where it leaves them. */
async function credentials(child: ChildProcess, file: string): Promise<{ baseUrl: string; apiKey: string }> {
  let printed = ''
  child.stderr?.on('data', (part: Buffer) => (printed += part.toString()))
  if (child.stdout === null) throw new Error('the service has no output')
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('http://') && existsSync(file)) {
      child.stdout.resume()
      return JSON.parse(await readFile(file, 'utf8')) as { baseUrl: string; apiKey: string }
    }
  }
  throw new Error(`the service ended: ${printed}`)
}
