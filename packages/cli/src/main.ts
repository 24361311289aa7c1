import { performance } from 'node:perf_hooks'
import { runCommandLine, terminated } from './command-line.js'
import { exitCodes } from './exit-codes.js'
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
  if (error.code === 'EPIPE') process.exit(exitCodes.ok.code)
  throw error
})

process.exitCode = await runCommandLine(
  {
    terminal: processTerminal(process),
    input: process.stdin,
    env: process.env,
    signal: interruption.signal,
    now: () => performance.now(),
    about: {},
  },
  process.argv.slice(2),
)
process.off('SIGINT', interrupt)
process.off('SIGTERM', terminate)
