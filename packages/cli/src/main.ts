import { runCommandLine, terminated } from './command-line.js'
import { exitCodes } from './failure/exit-codes.js'
import { programName, startCommand, type Started } from './invocation.js'
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
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe may stop early, as `head` does. `--out -` has a listener of its own beside this one.
  if (error.code !== 'EPIPE') throw error
  if (process.stdout.listenerCount('error') === 1) process.exit(exitCodes.ok.code)
})

const started: Started = { script: process.argv[1] ?? '', env: process.env, cwd: process.cwd() }
process.exitCode = await runCommandLine({
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
  start: () => startCommand(started),
  words: process.argv.slice(2),
  globals: {},
  context: { reached: 'nothing' },
})
process.off('SIGINT', interrupt)
process.off('SIGTERM', terminate)
