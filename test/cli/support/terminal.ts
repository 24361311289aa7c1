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
  let screen = ''
  const watchers = new Set<() => void>()
  const tell = (): void => {
    for (const watcher of watchers) watcher()
  }
  let code: number | undefined
  terminal.onData((data) => {
    screen += data
    tell()
  })
  const ended = new Promise<number>((resolve) => {
    terminal.onExit(({ exitCode }) => {
      code = exitCode
      resolve(exitCode)
      tell()
    })
  })
  return {
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
    type: (keys) => {
      terminal.write(keys)
    },
    ended,
  }
}
