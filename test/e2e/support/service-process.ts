import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { serviceProgram } from '../../programs.js'

/** A service in a process of its own, as `npm start` runs it. */
export interface ServiceProcess {
  baseUrl: string
  apiKey: string
  process: ChildProcess
  /** Everything it wrote, both streams. */
  output(): string
  /** Sends a signal and waits for the end. Answers the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
}

/** A data folder of its own for this test. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-e2e-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

/** Runs the service's executable, or another script that does the same, without waiting for anything. Its log may go to an open file. */
export function runService(
  environment: Record<string, string>,
  script = serviceProgram,
  log: number | 'pipe' = 'pipe',
): {
  child: ChildProcess
  output(): string
  ended: Promise<number | NodeJS.Signals | null>
} {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', log],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => {
      resolve(code ?? signal)
    })
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, output: () => output, ended }
}

/** Starts the service on a free port over that folder, and waits until it answers. */
export async function startProcess(
  data: string,
  environment: Record<string, string> = {},
  script = serviceProgram,
  log: number | 'pipe' = 'pipe',
): Promise<ServiceProcess> {
  const { child, output, ended } = runService(
    { MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: data, ...environment },
    script,
    log,
  )
  const lines = createInterface({ input: child.stdout! })
  const baseUrl = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const address = /^ +API +(\S+)$/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
    void ended.then((end) => {
      reject(new Error(`the service ended with ${end} before it answered:\n${output()}`))
    })
  })
  const { apiKey } = JSON.parse(readFileSync(join(data, 'local-credentials.json'), 'utf8')) as { apiKey: string }
  return {
    baseUrl,
    apiKey,
    process: child,
    output,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}
