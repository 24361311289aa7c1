import { spawn } from 'node:child_process'
import { root } from './root.js'

/**
 * Runs a Node program of the repository and waits for it. What it prints is shown only when it fails, or at once with
 * `show`. Throws when it does not exit with 0.
 *
 * @param {string[]} args file and arguments, from the root of the repository
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>} what it printed
 */
export function run(args, { show = false, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${output}${args.join(' ')} ended with ${signal ?? `exit code ${code}`}`))
    })
  })
}

/** The TypeScript compiler that makes and checks the packages, to be run with `run`. The other `typescript` is for its API. */
export const tsc = 'node_modules/typescript-native/bin/tsc'

/** The formatter, to be run with `run`. */
export const oxfmt = 'node_modules/oxfmt/bin/oxfmt'
