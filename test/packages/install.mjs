/**
 * Installs the packages as npm would publish them into empty projects, with npm and under pnpm's strict layout, and uses
 * them there: every entry imported and required, both executables, a service that renders beside a terminal.
 * Prints a line per check and fails when one of them does.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publicPackages } from '../../packages/workspace/src/packages.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pnpm = join(root, 'test/node_modules/pnpm/bin/pnpm.cjs')
const execute = promisify(execFile)
const packages = publicPackages()
const folder = await mkdtemp(join(tmpdir(), 'model-tasks-install-'))
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !['MODEL_TASKS_BASE_URL', 'MODEL_TASKS_API_KEY'].includes(name)),
)
let failures = 0

try {
  const archives = await pack()
  const byNpm = await project('npm', {})
  await check('npm installs all packages without a warning about Node', async () => {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    const { stderr } = await run('npm', ['install', ...flags, ...Object.values(archives)], byNpm)
    const warnings = stderr.split('\n').filter((line) => line.includes('EBADENGINE'))
    if (warnings.length > 0) throw new Error(warnings.join('\n'))
  })
  await check('every entry can be imported', () => load(byNpm, 'import'))
  await check('every entry can be required', () => load(byNpm, 'require'))
  await check('the executables answer', async () => {
    for (const name of ['model-tasks', 'model-tasks-service']) {
      await run(process.execPath, [join(byNpm, 'node_modules/.bin', name), '--help'], byNpm)
    }
  })
  await check('a service renders for a terminal', () => render(byNpm))

  const byPnpm = await project('pnpm', { pnpm: { overrides: archiveOverrides(archives) } }, archives)
  await check('pnpm installs all packages', () =>
    run(process.execPath, [pnpm, 'install', '--ignore-scripts', '--prefer-offline', '--no-frozen-lockfile'], byPnpm),
  )
  await check('every entry can be imported in the layout of pnpm', () => load(byPnpm, 'import'))
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(failures === 0 ? 0 : 1)

async function check(title, work) {
  try {
    await work()
    console.log(`ok   ${title}`)
  } catch (error) {
    failures += 1
    console.log(`FAIL ${title}\n${String(error.stderr || error.stdout || error).replace(/^/gm, '     ')}`)
  }
}

function run(program, args, cwd) {
  return execute(program, args, {
    cwd,
    env,
    maxBuffer: 2 ** 26,
    shell: process.platform === 'win32' && program === 'npm',
  })
}

/** Packs every package. Answers the archive of each name. */
async function pack() {
  const archives = {}
  for (const { folder: place, manifest } of packages) {
    const { stdout } = await run(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      join(root, place),
    )
    const report = JSON.parse(stdout)
    const { filename } = Array.isArray(report) ? report[0] : Object.values(report)[0]
    archives[manifest.name] = join(folder, filename.replace(/^@/, '').replace('/', '-'))
  }
  return archives
}

async function project(name, more, dependencies) {
  const place = join(folder, name)
  await mkdir(place)
  const specifiers = Object.entries(dependencies ?? {}).map(([key, archive]) => [key, `file:${archive}`])
  const manifest = { name: `empty-${name}`, private: true, dependencies: Object.fromEntries(specifiers), ...more }
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest, null, 2))
  return place
}

/** The packages name each other by version, and these versions are not on the registry. */
function archiveOverrides(archives) {
  return Object.fromEntries(Object.entries(archives).map(([name, archive]) => [name, `file:${archive}`]))
}

/** Imports or requires every entry of every package in a process of its own. */
async function load(place, how) {
  const entries = packages.flatMap(({ manifest }) =>
    Object.keys(manifest.exports ?? {})
      .filter((entry) => !entry.includes('*') && !/\.(json|ya?ml)$/.test(entry) && entry !== './bin')
      .map((entry) => `${manifest.name}${entry.slice(1)}`),
  )
  const file = how === 'import' ? 'load.mjs' : 'load.cjs'
  const lines = entries.map((entry) =>
    how === 'import' ? `await import(${JSON.stringify(entry)})` : `require(${JSON.stringify(entry)})`,
  )
  await writeFile(join(place, file), `${lines.join('\n')}\nprocess.exit(0)\n`)
  await run(process.execPath, [file], place)
}

async function render(place) {
  const service = spawn(process.execPath, [join(place, 'node_modules/.bin/model-tasks-service')], {
    cwd: place,
    env: { ...env, MODEL_TASKS_PORT: '0', MODEL_TASKS_DATA: join(place, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  try {
    await new Promise((resolve, reject) => {
      for (const stream of [service.stdout, service.stderr])
        stream.on('data', (chunk) => {
          output += String(chunk)
          if (output.includes('is ready')) resolve()
        })
      service.once('close', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)))
    })
    const request = [
      'run',
      'sd_2.0_discount',
      'prompt=A paper boat',
      'duration=4',
      'resolution=480p',
      '--out',
      'clip.mp4',
    ]
    await run(process.execPath, [join(place, 'node_modules/.bin/model-tasks'), ...request], place)
    const head = (await readFile(join(place, 'clip.mp4'))).subarray(4, 8).toString('latin1')
    if (head !== 'ftyp') throw new Error(`clip.mp4 begins with ${head}`)
  } finally {
    service.kill('SIGTERM')
    if (service.exitCode === null) await new Promise((resolve) => service.once('close', resolve))
  }
}
