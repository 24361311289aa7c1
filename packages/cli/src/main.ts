import { performance } from 'node:perf_hooks'
import { CommanderError } from 'commander'
import { exitCodes } from './exit-codes.js'
import { explain, type Failure } from './failure.js'
import { createProgram } from './program.js'
import { showFindings } from './request/show-findings.js'
import type { Session } from './session.js'
import { processTerminal } from './terminal/terminal.js'

const words = process.argv.slice(2)
const interruption = new AbortController()
const session: Session = {
  terminal: processTerminal(process),
  env: process.env,
  signal: interruption.signal,
  now: () => performance.now(),
  about: {},
}

const interrupt = (): void => {
  if (interruption.signal.aborted) process.exit(exitCodes.interrupted.code)
  interruption.abort()
}
process.on('SIGINT', interrupt)
process.on('SIGTERM', interrupt)
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.ok.code)
  throw error
})

try {
  await createProgram(session, words).parseAsync(words, { from: 'user' })
} catch (error) {
  if (error instanceof CommanderError) endUsage(error)
  else endFailure(explain(error, { ...session.about, interrupted: interruption.signal.aborted }))
} finally {
  process.off('SIGINT', interrupt)
  process.off('SIGTERM', interrupt)
}

function endUsage(error: CommanderError): void {
  if (error.exitCode === 0 || error.code === 'commander.help') {
    process.exitCode = error.exitCode === 0 ? exitCodes.ok.code : exitCodes.usage.code
    return
  }
  endFailure({
    name: 'UsageError',
    message: error.message.replace(/^error: /, ''),
    exit: 'usage',
    next: [error.code === 'commander.unknownCommand' ? 'model-tasks --help' : helpCommand()],
  })
}

/** The help of the command that was meant. */
function helpCommand(): string {
  const command = words.find((word) => /^[a-z]+$/.test(word))
  return command === undefined ? 'model-tasks --help' : `model-tasks ${command} --help`
}

function endFailure({ name, message, exit, next: commands, taskId, findings }: Failure): void {
  const { terminal } = session
  const { code } = exitCodes[exit]
  const next = commands.length > 0 || exit !== 'usage' ? commands : [helpCommand()]
  process.exitCode = code
  if (words.includes('--json')) terminal.out(`${JSON.stringify({ error: { name, message, exitCode: code, taskId, findings, next } })}\n`)
  const paint = terminal.paint.err
  terminal.err(findings === undefined ? `${paint.bad('error')}   ${message}\n` : showFindings(terminal, findings))
  for (const [index, command] of next.entries()) terminal.err(`${paint.faint(index === 0 ? 'next' : '  or')}    ${command}\n`)
}
