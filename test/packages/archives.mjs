import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publicPackages } from '../../packages/workspace/src/packages.js'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const packages = publicPackages()
const execute = promisify(execFile)

/** Runs a program and answers what it printed, without the settings of a terminal that would reach another service. */
export function run(program, args, cwd) {
  const env = { ...process.env }
  delete env.MODEL_TASKS_BASE_URL
  delete env.MODEL_TASKS_API_KEY
  const shell = process.platform === 'win32' && program === 'npm'
  return execute(program, args, { cwd, env, maxBuffer: 2 ** 26, shell })
}

/** Installs into a folder with npm, quietly and from its cache where that holds what is asked for. */
export function install(folder, specifiers, ...flags) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  return run('npm', ['install', ...quiet, ...flags, ...specifiers], folder)
}

/**
 * Packs every public package into `folder`, as `npm publish` would. Answers the path of the archive of each name. The
 * service is bundled in a copy: others may be running what is built in the checkout.
 */
export async function pack(folder) {
  const service = join(folder, 'service')
  await cp(join(root, 'packages/service'), service, {
    recursive: true,
    filter: (path) => !/[\\/](?:node_modules|src|test)$/.test(path),
  })
  await run(process.execPath, ['packages/service/bundle.js', service], root)
  const places = packages.map(({ folder: place }) => (place === 'packages/service' ? service : `./${place}`))
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
