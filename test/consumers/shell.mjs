import { spawn } from 'node:child_process'
import { installLocked } from '../../packages/workspace/src/test-tools.js'

/** A step that cannot run here; its message says why. */
export class SkippedError extends Error {}

/** Milliseconds after which a program has hung: the longest takes three minutes, and ten and more on a slow machine that is busy. */
const timeout = 1_800_000

/**
 * Runs a program and answers what it printed. A program that fails, or hangs, rejects with its last lines.
 * `env` is added to this process's environment.
 */
export function execute(command, commandArguments, { cwd, env = {}, input } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', DO_NOT_TRACK: '1', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let output = ''
    const fail = (how) => {
      const lastLines = output.split('\n').slice(-40).join('\n')
      reject(new Error(`${command} ${commandArguments.join(' ')} ${how}\n${lastLines}`))
    }
    // What it has started may hold its output open: the end of that is not waited for.
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      fail(`was killed after ${timeout / 1000} s`)
    }, timeout)
    const collect = (chunk) => {
      output += chunk
    }
    child.stdout.setEncoding('utf8').on('data', collect)
    child.stderr.setEncoding('utf8').on('data', collect)
    child.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) resolve(output)
      else fail(`ended with ${code ?? signal}`)
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

const installs = new Map()

/** Installs the locked packages of a folder, once per state of its lockfile and never twice at a time. */
export function install(folder) {
  if (!installs.has(folder)) installs.set(folder, installLocked(folder))
  return installs.get(folder)
}

let debian = Promise.resolve()

/** Debian packages, where this process may install them, one call after the other. Skips with the reason where it may not. */
export function installDebian(packages, why) {
  debian = debian.catch(() => {}).then(() => installOnDebian(packages, why))
  return debian
}

async function installOnDebian(packages, why) {
  if (await exists('dpkg', ['-s', ...packages])) return
  const root = process.getuid?.() === 0
  if (!root || !(await exists('apt-get')))
    throw new SkippedError(`${why} needs ${packages.join(' ')}: apt-get install them as root`)
  await execute('apt-get', ['update', '-q'])
  await execute('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
}
