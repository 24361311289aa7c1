import { commands } from './commands/index.js'
import type { Command } from './definition/command.js'
import { globalOptions } from './definition/global-options.js'
import { findCommand, readCommandLine, readOptions } from './definition/parse.js'
import { UsageError } from './definition/usage-error.js'
import { exitCodes } from './failure/exit-codes.js'
import { explain, type Failure } from './failure/failure.js'
import { commandHelp, programHelp } from './help/help.js'
import { formatFindings } from './request/findings.js'
import type { Filter } from './result/filter.js'
import { printNext, typed, type Session } from './session.js'
import { version } from './version.js'

/** Runs one command line to its end and returns its exit code. Every failure is reported at the session's terminal; nothing is thrown. */
export async function runCommandLine(session: Session): Promise<number> {
  const { words } = session
  try {
    await run(session, words)
  } catch (error) {
    const failure = explain(error, session)
    report(session, words, failure)
    session.exit = failure.exit
  }
  return exitCodeOf(session)
}

/** The exit code of a command, as far as it has got. */
export function exitCodeOf({ exit = 'ok', signal }: Session): number {
  return exitCodes[exit === 'interrupted' && signal.reason === terminated ? 'terminated' : exit].code
}

/** The reason of a session's signal when the process was asked to end, not interrupted by a person. */
export const terminated = new DOMException('The process was asked to end', 'AbortError')

async function run(session: Session, words: readonly string[]): Promise<void> {
  const { terminal } = session
  if (words[0] === '--version') {
    terminal.out(`${version()}\n`)
    return
  }
  const asked = words[0] === 'help' ? [...words.slice(1), '--help'] : words
  const { command, args, given } = readCommandLine(commands, asked)
  if (command === undefined) {
    terminal[given.help === true ? 'out' : 'err'](programHelp(terminal, session.program()))
    if (given.help !== true) session.exit = 'usage'
    return
  }
  if (given.help === true) {
    terminal.out(await commandHelp(command, args, terminal, session.program()))
    return
  }
  const globals = readOptions(globalOptions, given)
  session.globals = globals
  if (globals.jq !== undefined) session.filter = await readFilter(session, command, globals.jq)
  await command.run(session, { args, options: { ...readOptions(command.options, given), ...globals } })
}

/** The filter of `--jq`, compiled before the command does anything. */
async function readFilter(session: Session, command: Command, expression: string): Promise<Filter> {
  const { globals, terminal, words } = session
  if (command.printsNoJson === true)
    throw new UsageError(`${command.name} prints no JSON that --jq could be applied to; leave out --jq`)
  if (globals.json !== true) throw new UsageError('--jq requires --json', [...words, '--json'])
  const { compileFilter } = await import('./result/filter.js')
  return compileFilter(expression, terminal.interactive)
}

function report(session: Session, words: readonly string[], failure: Failure): void {
  const { terminal } = session
  const { name, code, message, exit, reached, taskId, findings } = failure
  const next = failure.next.length > 0 || exit !== 'usage' ? failure.next : [helpCommand(words)]
  if (words.includes('--json') && session.globals.jq === undefined && session.context.out !== '-')
    terminal.out(
      `${JSON.stringify({ error: { name, code, message, exitCode: exitCodes[exit].code, reached, taskId, findings, next: next.map((command) => typed(session, command)) } })}\n`,
    )
  terminal.err(
    findings === undefined ? `${terminal.paint.err.bad('error')}   ${message}\n` : formatFindings(terminal, findings),
  )
  printNext(session, next)
}

/** The help of the command that was meant. */
function helpCommand(words: readonly string[]): string[] {
  const { command } = findCommand(
    commands,
    words.filter((word) => /^[a-z]+$/.test(word)),
  )
  return [...(command === undefined ? [] : command.name.split(' ')), '--help']
}
