import { spawn } from 'node:child_process'
import { exitCodes, type Exit } from '../failure/exit-codes.js'
import { Problem } from '../failure/problem.js'
import type { Session } from '../session.js'
import { version } from '../version.js'
import { trialPackages } from './service.js'

/** Set for the program that npm starts: without the service beside it, it would fetch it for ever. */
const mark = 'MODEL_TASKS_TRY_FETCHED'

/** Runs the same command line in a copy of this program that npm fetches together with the service. Throws a Problem where npm cannot. */
export async function runFetched({ env, words, signal, terminal }: Session): Promise<Exit> {
  if (env[mark] !== undefined) throw unfetched('npm has fetched it, and it cannot be found')
  terminal.err(`npm fetches ${trialPackages.join(' and ')} ${version()}, which make the video here …\n`)
  const packages = ['@model-tasks/cli', ...trialPackages].map((name) => `--package=${name}@${version()}`)
  const [program, ...first] =
    env.npm_execpath?.endsWith('.js') === true ? [process.execPath, env.npm_execpath] : ['npm']
  const child = spawn(program, [...first, 'exec', '--yes', ...packages, '--', 'model-tasks', ...words], {
    stdio: 'inherit',
    env: { ...env, [mark]: '1' },
    shell: process.platform === 'win32' && program === 'npm',
  })
  // At a terminal Ctrl-C reaches it as well.
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('close', resolve)
      child.once('error', (error) => {
        reject(unfetched(error.message))
      })
    })
    const exits = Object.keys(exitCodes) as Exit[]
    return exits.find((exit) => exitCodes[exit].code === code) ?? 'unexpected'
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function unfetched(reason: string): Problem {
  return new Problem(
    `trying needs the packages ${trialPackages.join(' and ')}, which are not installed beside this program, and npm did not bring them: ${reason}`,
    'usage',
    [{ shell: `npm install ${trialPackages.join(' ')}` }],
  )
}
