import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './folder.js'

/** A line of the service's log. */
export interface LogLine {
  level: string
  message: string
  [detail: string]: unknown
}

/** The executable of the service, in a process of its own until the test is over. */
export interface ServiceProcess {
  child: ChildProcess
  /** The next line of the log that holds these words. Rejects once the process has ended. */
  next(words: string): Promise<LogLine>
}

/** Starts it on a free port, over a data folder of its own unless `environment` names one; `options` are Node's. */
export function serviceProcess(
  environment: Readonly<Record<string, string>> = {},
  options: readonly string[] = [],
): ServiceProcess {
  const executable = fileURLToPath(new URL('../../bin/model-tasks-service.js', import.meta.url))
  const own = { PATH: process.env['PATH'] ?? '', MODEL_TASKS_PORT: '0' }
  const child = spawn(process.execPath, [...options, executable], {
    env: { ...own, MODEL_TASKS_DATA: environment['MODEL_TASKS_DATA'] ?? temporaryFolder(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stderr })[Symbol.asyncIterator]()
  return {
    child,
    async next(words) {
      for (;;) {
        const { value, done } = await lines.next()
        if (done === true) throw new Error(`the service ended before its log said: ${words}`)
        if (value.includes(words)) return JSON.parse(value) as LogLine
      }
    },
  }
}
