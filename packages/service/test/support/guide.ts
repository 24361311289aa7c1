import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { delimiter } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './folder.js'
import { folderWithNpx } from './npx.js'

const execute = promisify(execFile)

/** The text of a guide in a language. */
export function guideText(name: string, language: string): string {
  return readFileSync(new URL(`../../../site/content/${language}/${name}.md`, import.meta.url), 'utf8')
}

/** The commands of a guide, block by block. */
export function blocksOf(text: string): string[] {
  return [...text.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block = '']) => block)
}

/** Ports that were free a moment ago, all different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => promisify(server.close.bind(server))()))
  return ports
}

/** A folder and an environment in which the commands of a guide run the programs of this checkout. */
export function guidePlace(more: NodeJS.ProcessEnv = {}): { cwd: string; env: NodeJS.ProcessEnv } {
  const cwd = temporaryFolder()
  return { cwd, env: { PATH: [folderWithNpx(), process.env['PATH']].join(delimiter), HOME: cwd, ...more } }
}

/** Runs a block to its end; answers what it prints. */
export async function shell(script: string, { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv }): Promise<string> {
  return (await execute('bash', ['-ec', script], { cwd, env })).stdout
}

/** A command of a guide that goes on. */
export interface Running {
  child: ChildProcess
  /** What it has printed. */
  output: () => string
}

/** Starts a command and resolves once it has printed that it is ready. */
export async function running(
  command: string,
  { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Running> {
  const child = spawn('bash', ['-c', `exec ${command.trim()}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      if (output.includes('is ready')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => {
      reject(new Error(output))
    })
  })
  return { child, output: () => output }
}
