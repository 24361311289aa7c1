import { createHash } from 'node:crypto'
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
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
  const begins = () => process.stdout.write('(from the npm registry, some hundred megabytes) ')
  return installLocked(join(root, 'test'), { begins })
}

/**
 * Installs what the lockfile of a folder names, once for each state of it, and never twice at a time: two steps of the gate use some
 * of the folders.
 *
 * @param {string} folder
 * @param {{ begins?: () => void, stale?: number }} [options] what is told before an installation, and the milliseconds after which the
 *   lock of a process that renews it no more is taken
 * @returns {Promise<string | void>} a note when nothing was to do
 */
export async function installLocked(folder, { begins = () => {}, stale = 60_000 } = {}) {
  const mark = join(folder, 'node_modules/.installed')
  const lockfile = createHash('sha256')
    .update(await readFile(join(folder, 'package-lock.json')))
    .digest('hex')
  const isInstalled = async () => (await readFile(mark, 'utf8').catch(() => '')) === lockfile
  if (await isInstalled()) return 'already there'
  const leave = await alone(join(folder, '.installing'), stale)
  try {
    if (await isInstalled()) return 'already there'
    begins()
    await npm(folder, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'])
    await writeFile(mark, lockfile)
  } finally {
    await leave()
  }
}

/**
 * Waits until no other process holds the lock, and takes it; a holder renews it. Who was killed renews it no more, on this machine, in
 * another container or on a host that shares the folder, where the ID of a process would name another one. Answers what gives it back.
 */
async function alone(lock, stale) {
  let [renewed, since] = [0, 0]
  for (;;) {
    try {
      await writeFile(lock, '', { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const { mtimeMs } = await stat(lock).catch(() => ({ mtimeMs: 0 }))
    if (mtimeMs !== renewed) [renewed, since] = [mtimeMs, performance.now()]
    else if (performance.now() - since > stale) await rm(lock, { force: true })
    await setTimeout(250)
  }
  const renewal = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => {}), 1000)
  return () => {
    clearInterval(renewal)
    return rm(lock, { force: true })
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
