import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { root } from './root.js'

/**
 * Installs what only tests need (browser, databases, package checkers) into `test/node_modules`, once for each state of
 * its lockfile.
 *
 * @returns {Promise<string | void>} a note when nothing was to do
 */
export function installTestTools() {
  return installLocked(join(root, 'test'))
}

/**
 * Installs what the lockfile of a folder names, once for each state of it.
 *
 * @param {string} folder
 * @returns {Promise<string | void>} a note when nothing was to do
 */
export async function installLocked(folder) {
  const mark = join(folder, 'node_modules/.installed')
  const lockfile = createHash('sha256')
    .update(await readFile(join(folder, 'package-lock.json')))
    .digest('hex')
  if ((await readFile(mark, 'utf8').catch(() => '')) === lockfile) return 'already there'
  process.stdout.write('(from the npm registry, some hundred megabytes) ')
  await npm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'])
  await writeFile(mark, lockfile)
}

function npm(folder, args) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: process.platform === 'win32',
    })
    let errors = ''
    child.stderr.on('data', (chunk) => (errors += String(chunk)))
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args.join(' ')} in ${folder} failed:\n${errors}`)),
    )
  })
}
