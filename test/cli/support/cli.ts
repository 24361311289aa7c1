import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { ReadStream } from 'node:tty'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../../../packages/cli/src/command-line.js'
import { createPaint } from '../../../packages/cli/src/terminal/paint.js'

const executable = fileURLToPath(new URL('../../../packages/cli/bin/model-tasks.js', import.meta.url))

const commands = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url))

/** A folder in which the command runs, and nothing of the user's own around it. */
export interface Desk {
  folder: string
  env: Record<string, string>
  /** Runs the command in this process, in the desk's folder and without a terminal: the start of a process costs more than most commands. */
  run(words: string[], options?: RunOptions): Promise<Ended>
  /** Runs the command as a process of its own, for what only a process shows. */
  spawn(words: string[], options?: { input?: string; env?: Record<string, string> }): Promise<Ended>
  /** What a process is started with, for tests that start their own. */
  command(words: string[]): { program: string; words: string[] }
  close(): Promise<void>
}

export interface RunOptions {
  /** A terminal stands for one that the output is also drawn on. */
  input?: string | ReadStream
  env?: Record<string, string>
  /** Fires as Ctrl-C does. */
  signal?: AbortSignal
  /** Is told what the command writes, as it does. */
  onOutput?: (text: string) => void
}

export interface Ended {
  code: number | null
  out: string
  err: string
}

/** Makes a desk, and its folder the one this process works in. `service` is where its commands go, unless their own environment says otherwise. */
export async function openDesk(service?: { baseUrl: string; apiKey: string }): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-cli-'))
  process.chdir(folder)
  const env: Record<string, string> = {
    // With the project's own commands, whether or not npm started the tests: the terminal names itself as its PATH has it.
    PATH: [commands, process.env.PATH ?? ''].join(delimiter),
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    ...(service === undefined ? {} : { MODEL_TASKS_BASE_URL: service.baseUrl, MODEL_TASKS_API_KEY: service.apiKey }),
  }
  const command = (words: string[]): { program: string; words: string[] } => ({
    program: process.execPath,
    words: [executable, ...words],
  })
  return {
    folder,
    env,
    command,
    async run(words, { input = '', env: more = {}, signal = new AbortController().signal, onOutput } = {}) {
      let [out, err] = ['', '']
      const plain = createPaint(false)
      const code = await runCommandLine({
        terminal: {
          out: (text) => {
            out += text
            onOutput?.(text)
          },
          err: (text) => {
            err += text
            onOutput?.(text)
          },
          bytes: async (chunk) => {
            out += Buffer.from(chunk).toString('latin1')
          },
          interactive: typeof input !== 'string',
          live: typeof input !== 'string',
          columns: undefined,
          liveColumns: 80,
          paint: { out: plain, err: plain },
        },
        input: typeof input === 'string' ? Readable.from([input]) : input,
        env: { ...env, ...more },
        signal,
        now: () => performance.now(),
        date: () => Date.now(),
        program: () => 'model-tasks',
        start: ({ baseUrl }) => `npm start${baseUrl === undefined ? '' : ` at ${baseUrl}`}`,
        words,
        globals: {},
        context: { reached: 'nothing' },
      })
      return { code, out, err }
    },
    async spawn(words, { input = '', env: more = {} } = {}) {
      const { program, words: all } = command(words)
      const child = spawn(program, all, { cwd: folder, env: { ...env, ...more } })
      child.stdin.end(input)
      const ended = new Promise<number | null>((resolve) => {
        child.once('close', resolve)
      })
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { code: await ended, out, err }
    },
    close: async () => {
      process.chdir(tmpdir())
      // A command that ran out of time may still be writing to its journal.
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}
