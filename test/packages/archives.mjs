import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publicPackages } from '../../packages/workspace/src/packages.js'
import { publishedFolder } from '../../packages/workspace/src/published.js'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const packages = publicPackages()
const execute = promisify(execFile)

/** A program with every entry that needs no Node, for pages and edge workers. */
export const withoutNode = [
  ...['ai-sdk', 'client', 'client/cost', 'client/page', 'client/policy', 'client/webhooks', 'proxy', 'spec'],
  ...['validation', 'validation/all', 'validation/chinese', 'validation/media', 'validation/request'],
]
  .map((entry, index) => `export * as entry${index} from '@model-tasks/${entry}'\n`)
  .join('')

/**
 * What a program that is run here does not get from outside: settings of a terminal that would reach another service, and that the
 * npm of these checks is silent (`npm run --silent`), since it would hide what npm warns of.
 */
const withheld = ['MODEL_TASKS_BASE_URL', 'MODEL_TASKS_API_KEY', 'npm_config_loglevel']

/** Runs a program and answers what it printed. */
export function run(program, args, cwd, more = {}) {
  const env = { ...process.env, ...more }
  for (const name of withheld) if (more[name] === undefined) delete env[name]
  const shell = process.platform === 'win32' && program === 'npm'
  return execute(program, args, { cwd, env, maxBuffer: 2 ** 26, shell })
}

/** Installs into a folder with npm, quietly and from its cache where that holds what is asked for. */
export function install(folder, specifiers, ...flags) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  return run('npm', ['install', ...quiet, ...flags, ...specifiers], folder)
}

/** Packs every package into `folder`, as a release publishes it. Answers the path of the archive of each name. */
export async function pack(folder) {
  const places = packages.map(({ manifest }) => publishedFolder(manifest.name))
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, ...places],
    root,
  )
  // A list in npm 10, an object by name in npm 11.
  const packed = Object.values(JSON.parse(stdout))
  return Object.fromEntries(
    packed.map(({ name, filename }) => [name, join(folder, filename.replace(/^@/, '').replace('/', '-'))]),
  )
}
