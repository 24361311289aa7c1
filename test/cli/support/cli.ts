import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const executable = fileURLToPath(new URL('../../../packages/cli/bin/model-tasks.js', import.meta.url))

/** A folder in which the command runs, and nothing of the user's own around it. */
export interface Desk {
  folder: string
  env: Record<string, string>
  /** Runs the command as a process of its own, without a terminal. */
  run(words: string[], options?: { input?: string, env?: Record<string, string> }): Promise<Ended>
  /** What a process is started with, for tests that start their own. */
  command(words: string[]): { program: string, words: string[] }
  close(): Promise<void>
}

export interface Ended {
  code: number | null
  out: string
  err: string
}

/** Makes a desk. `service` is where its commands go, unless their own environment says otherwise. */
export async function openDesk(service?: { baseUrl: string, apiKey: string }): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'model-tasks-cli-'))
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    ...(service === undefined ? {} : { MODEL_TASKS_BASE_URL: service.baseUrl, MODEL_TASKS_API_KEY: service.apiKey }),
  }
  const command = (words: string[]): { program: string, words: string[] } => ({ program: process.execPath, words: [executable, ...words] })
  return {
    folder,
    env,
    command,
    async run(words, { input = '', env: more = {} } = {}) {
      const { program, words: all } = command(words)
      const child = spawn(program, all, { cwd: folder, env: { ...env, ...more } })
      child.stdin.end(input)
      const ended = new Promise<number | null>((resolve) => { child.once('close', resolve) })
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { code: await ended, out, err }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
