import { createHash } from 'node:crypto'
import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { root } from './root.js'

/**
 * Installs what only tests need (browser, databases, package checkers) into `test/node_modules`, once for each state of
 * its lockfile.
 *
 * @returns {Promise<string | void>} a note when nothing was to do
 */
export function installTestTools() {
  return installLocked(join(root, 'test'), () =>
    process.stdout.write('(from the npm registry, some hundred megabytes) '),
  )
}

/**
 * Installs what the lockfile of a folder names, once for each state of it, and never twice at a time: two steps of the gate use some
 * of the folders.
 *
 * @param {string} folder
 * @param {() => void} [begins] told before an installation
 * @returns {Promise<string | void>} a note when nothing was to do
 */
export async function installLocked(folder, begins = () => {}) {
  const mark = join(folder, 'node_modules/.installed')
  const lockfile = createHash('sha256')
    .update(await readFile(join(folder, 'package-lock.json')))
    .digest('hex')
  const isInstalled = async () => (await readFile(mark, 'utf8').catch(() => '')) === lockfile
  if (await isInstalled()) return 'already there'
  const leave = await alone(join(folder, '.installing'))
  try {
    if (await isInstalled()) return 'already there'
    begins()
    await npm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'])
    await writeFile(mark, lockfile)
  } finally {
    await leave()
  }
}

/** Waits until no other process that is alive holds the lock, and takes it. Answers what gives it back. */
async function alone(lock) {
  // Written whole before it is the lock: a process that is killed leaves none without its ID.
  const draft = `${lock}-${process.pid}`
  await writeFile(draft, String(process.pid))
  try {
    for (;;) {
      try {
        await link(draft, lock)
        return () => rm(lock, { force: true })
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const holder = await readFile(lock, 'utf8').catch(() => undefined)
      if (holder !== undefined && !isAlive(Number(holder))) await rm(lock, { force: true })
      await setTimeout(250)
    }
  } finally {
    await rm(draft, { force: true })
  }
}

function isAlive(id) {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
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
