import { exitCodeOf, runCommandLine, terminated } from './command-line.js'
import { exitCodes } from './failure/exit-codes.js'
import { taskCommand } from './failure/next-command.js'
import { programName, startCommand, type Started } from './invocation.js'
import { printNext, type Session } from './session.js'
import { processTerminal } from './terminal/terminal.js'

const interruption = new AbortController()
const interrupt = (): void => {
  if (interruption.signal.aborted) process.exit(exitCodes.interrupted.code)
  interruption.abort()
}
const terminate = (): void => {
  if (interruption.signal.aborted) process.exit(exitCodes.terminated.code)
  interruption.abort(terminated)
}
process.on('SIGINT', interrupt)
process.on('SIGTERM', terminate)
const started: Started = { script: process.argv[1] ?? '', env: process.env, cwd: process.cwd() }
const session: Session = {
  terminal: processTerminal(process),
  // Standard input costs time to open, and few commands read it.
  get input() {
    return process.stdin
  },
  env: process.env,
  signal: interruption.signal,
  now: () => performance.now(),
  date: () => Date.now(),
  program: () => programName(started),
  start: (options) => startCommand(started, options),
  words: process.argv.slice(2),
  globals: {},
  context: { reached: 'nothing' },
}

// What is printed there is about the results: no reason to give up a task that is paid for.
process.stderr.on('error', () => undefined)
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // `--out -` has a listener of its own beside this one.
  if (process.stdout.listenerCount('error') > 1) return
  // The reader of a pipe may stop early, as `head` does.
  if (code === 'EPIPE') process.exit(exitCodeOf(session))
  const { terminal, context } = session
  terminal.err(`${terminal.paint.err.bad('error')}   standard output cannot be written: ${message}\n`)
  if (context.taskId !== undefined) printNext(session, [taskCommand('get', context.taskId)])
  process.once('exit', (exit) => {
    process.exitCode = exit === exitCodes.ok.code ? exitCodes.unexpected.code : exit
  })
})

process.exitCode = await runCommandLine(session)
process.off('SIGINT', interrupt)
process.off('SIGTERM', terminate)
