import { constants, openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { test } from 'vitest'
import type { Desk } from './cli.js'

const pty = await import('@lydell/node-pty').catch((error: Error) => {
  console.log(
    `the tests at a terminal are left out: there is no pseudo-terminal for this platform (${error.message.split('\n')[0]})`,
  )
  return undefined
})

/** A test that needs a terminal; left out, with the reason printed, on a platform that has no prebuilt one. */
export const terminalTest = pty === undefined ? test.skip : test

/** A command that runs at a terminal. */
export interface Session {
  /** Everything written so far. */
  readonly screen: string
  /** Resolves with the match as soon as the screen holds it; rejects when the command ends first. */
  until(pattern: RegExp): Promise<RegExpExecArray>
  type(keys: string): void
  ended: Promise<number>
}

/** Starts a command at a terminal of its own. */
export function startAtTerminal(
  desk: Desk,
  words: string[],
  { columns = 100, env = {} }: { columns?: number; env?: Record<string, string> } = {},
): Session {
  return startProgram(desk.command(words), { columns, cwd: desk.folder, env: { ...desk.env, ...env } })
}

/** Starts any program at a terminal of its own. */
export function startProgram(
  { program, words }: { program: string; words: string[] },
  { columns = 100, cwd, env }: { columns?: number; cwd: string; env: Record<string, string> },
): Session {
  if (pty === undefined) throw new Error('there is no pseudo-terminal here')
  const terminal = pty.spawn(program, words, { name: env.TERM ?? 'xterm-256color', cols: columns, rows: 30, cwd, env })
  const { session, add, end } = createSession((keys) => {
    terminal.write(keys)
  })
  terminal.onData(add)
  terminal.onExit(({ exitCode }) => {
    end(exitCode)
  })
  return session
}

/** Runs a command in this process, as the sources have it, with a terminal of its own to type at. */
export async function runAtTerminal(desk: Desk, words: string[], env: Record<string, string> = {}): Promise<Session> {
  const idle = startProgram(
    { program: 'sh', words: ['-c', 'tty; exec sleep 600'] },
    { cwd: desk.folder, env: desk.env },
  )
  const [path] = await idle.until(/\/dev\/\S+/)
  const input = new ReadStream(openSync(path, constants.O_RDWR | constants.O_NOCTTY))
  const { session, add, end } = createSession(idle.type)
  void desk.run(words, { input, env, onOutput: add }).then(async ({ code }) => {
    idle.type('\x03')
    await idle.ended
    end(code ?? NaN)
  })
  return session
}

function createSession(type: Session['type']): {
  session: Session
  add: (text: string) => void
  end: (code: number) => void
} {
  let screen = ''
  let code: number | undefined
  const watchers = new Set<() => void>()
  const tell = (): void => {
    for (const watcher of watchers) watcher()
  }
  let end: (code: number) => void = () => undefined
  const ended = new Promise<number>((resolve) => {
    end = (exitCode) => {
      code = exitCode
      resolve(exitCode)
      tell()
    }
  })
  return {
    session: {
      get screen() {
        return screen
      },
      until: (pattern) =>
        new Promise((resolve, reject) => {
          const watcher = (): void => {
            const match = pattern.exec(screen)
            if (match === null && code === undefined) return
            watchers.delete(watcher)
            if (match !== null) resolve(match)
            else reject(new Error(`ended with ${String(code)} before ${String(pattern)}:\n${screen}`))
          }
          watchers.add(watcher)
          watcher()
        }),
      type,
      ended,
    },
    add: (text) => {
      screen += text
      tell()
    },
    end,
  }
}
