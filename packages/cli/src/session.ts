import type { Readable } from 'node:stream'
import type { GlobalOptions } from './definition/global-options.js'
import type { Exit } from './failure/exit-codes.js'
import type { ErrorContext } from './failure/failure.js'
import { formatNext, type NextCommand } from './failure/next-command.js'
import type { StartOptions } from './invocation.js'
import type { Filter } from './result/filter.js'
import type { Terminal } from './terminal/terminal.js'

/** The outside world of a command; it knows nothing global beside it. */
export interface Session {
  terminal: Terminal
  /** Standard input. */
  input: Readable
  env: NodeJS.ProcessEnv
  /** Fires at Ctrl-C, and when the process is asked to end. */
  signal: AbortSignal
  /** Milliseconds since some moment. */
  now: () => number
  /** The time of day, in milliseconds since 1970. */
  date: () => number
  /** The words that start this program again; see `programName`. */
  program: () => string
  /** The command that starts a service from this folder; see `startCommand`. */
  start: (options: StartOptions) => string
  /** The command line as it was typed, after the program's name. */
  words: readonly string[]
  /** The options that every command takes, once they are read. */
  globals: Partial<GlobalOptions>
  /** What `--jq` makes of a result, where it is given. */
  filter?: Filter
  /** What is known of the command, filled in as it becomes known, so that a failure can say how far it got. */
  context: ErrorContext
  /** How the command ended, where it is not simply done. */
  exit?: Exit
}

/** Prints a result as JSON on one line, or what `--jq` makes of it. */
export function printJson({ terminal, filter, context }: Session, value: unknown): void {
  terminal.out(filter === undefined ? `${JSON.stringify(value)}\n` : filter(value, context))
}

/** A command as it works when it is typed where it is printed. */
export function typed(session: Session, next: NextCommand): string {
  return formatNext(next, session.program(), session.globals)
}

/** Prints commands to type next on standard error, each once. */
export function printNext(session: Session, commands: readonly NextCommand[]): void {
  const { terminal } = session
  const lines = new Set(commands.map((command) => typed(session, command)))
  for (const [index, line] of [...lines].entries())
    terminal.err(`${terminal.paint.err.faint(index === 0 ? 'next' : '  or')}    ${line}\n`)
}
