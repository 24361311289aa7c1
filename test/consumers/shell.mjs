import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** A step that cannot run here; its message says why. */
export class SkippedError extends Error {}

/**
 * Runs a program and answers what it printed. A program that fails rejects with its last lines.
 * `env` is added to this process's environment.
 */
export function execute(command, commandArguments, { cwd, env = {}, input } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, { cwd, env: { ...process.env, NO_COLOR: '1', ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk) => { output += chunk }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${command} ${commandArguments.join(' ')} ended with ${code ?? signal}\n${output.split('\n').slice(-40).join('\n')}`))
    })
    child.stdin.end(input)
  })
}

/** Whether a program starts at all. */
export async function exists(command, commandArguments = ['--version']) {
  try {
    await execute(command, commandArguments)
    return true
  } catch {
    return false
  }
}

/** Installs the locked packages of a folder, once per state of its lockfile. */
export async function install(folder) {
  const lock = createHash('sha256').update(await readFile(`${folder}/package-lock.json`)).digest('hex')
  const stamp = `${folder}/node_modules/.installed`
  const before = await readFile(stamp, 'utf8').catch(() => '')
  if (before === lock) return
  await execute('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  await writeFile(stamp, lock)
}

/** Debian packages, where this process may install them. Skips with the reason where it may not. */
export async function installDebian(packages, why) {
  if (await exists('dpkg', ['-s', ...packages])) return
  const root = process.getuid?.() === 0
  if (!root || !(await exists('apt-get'))) throw new SkippedError(`${why} needs ${packages.join(' ')}: apt-get install them as root`)
  await execute('apt-get', ['update', '-q'])
  await execute('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env: { DEBIAN_FRONTEND: 'noninteractive' } })
}
