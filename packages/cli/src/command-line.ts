import { CommanderError } from 'commander'
import { exitCodes } from './exit-codes.js'
import { explain, type Failure } from './failure.js'
import { createProgram } from './program.js'
import { showFindings } from './request/show-findings.js'
import type { Session } from './session.js'

/** Runs one command line to its end and answers its exit code. Whatever fails is told at the session's terminal; nothing is thrown. */
export async function runCommandLine(session: Session, words: readonly string[]): Promise<number> {
  try {
    await createProgram(session, words).parseAsync(words, { from: 'user' })
  } catch (error) {
    const failure =
      error instanceof CommanderError
        ? usageFailure(error, words)
        : explain(error, { ...session.about, interrupted: session.signal.aborted })
    if (failure !== undefined) tell(session, words, failure)
    session.exit = failure?.exit ?? (error instanceof CommanderError && error.exitCode !== 0 ? 'usage' : 'ok')
  }
  const exit = session.exit ?? 'ok'
  return exitCodes[exit === 'interrupted' && session.signal.reason === terminated ? 'terminated' : exit].code
}

/** The reason of a session's signal when the process was asked to end, not interrupted by a person. */
export const terminated = new DOMException('The process was asked to end', 'AbortError')

/** Undefined where the help was asked for, which is no failure. */
function usageFailure(error: CommanderError, words: readonly string[]): Failure | undefined {
  return error.exitCode === 0 || error.code === 'commander.help'
    ? undefined
    : {
        name: 'UsageError',
        message: error.message.replace(/^error: /, ''),
        exit: 'usage',
        next: [error.code === 'commander.unknownCommand' ? 'model-tasks --help' : helpCommand(words)],
      }
}

/** The help of the command that was meant. */
function helpCommand(words: readonly string[]): string {
  const command = words.find((word) => /^[a-z]+$/.test(word))
  return command === undefined ? 'model-tasks --help' : `model-tasks ${command} --help`
}

function tell(
  { terminal }: Session,
  words: readonly string[],
  { name, message, exit, next: commands, taskId, findings }: Failure,
): void {
  const next = commands.length > 0 || exit !== 'usage' ? commands : [helpCommand(words)]
  if (words.includes('--json'))
    terminal.out(
      `${JSON.stringify({ error: { name, message, exitCode: exitCodes[exit].code, taskId, findings, next } })}\n`,
    )
  const paint = terminal.paint.err
  terminal.err(findings === undefined ? `${paint.bad('error')}   ${message}\n` : showFindings(terminal, findings))
  for (const [index, command] of next.entries())
    terminal.err(`${paint.faint(index === 0 ? 'next' : '  or')}    ${command}\n`)
}
