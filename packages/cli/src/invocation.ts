import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { dataFolder } from './connection/connection.js'
import { variable } from './connection/variable.js'
import { quoted } from './failure/shell.js'

/** How this process was started. */
export interface Started {
  /** The script that Node runs, as `process.argv[1]` names it. */
  script: string
  env: NodeJS.ProcessEnv
  cwd: string
}

const command = 'model-tasks'

/**
 * The words that start this program again from the same folder: its name where the shell finds it, `npx model-tasks`
 * or the like where only the project has it, else the path of its script.
 */
export function programName({ script, env, cwd }: Started): string {
  const real = realPath(script)
  // A package that npx fetched for this one call is not in the project.
  if (script.split(sep).includes('_npx') || real.split(sep).includes('_npx')) return 'npx @model-tasks/cli'
  // Yarn's Plug'n'Play keeps packages in archives, into which only Yarn can look.
  if (script.includes(`.zip${sep}`))
    return findUpward(cwd, '.pnp.cjs') === undefined ? 'yarn dlx @model-tasks/cli' : `yarn ${command}`
  const local = findUpward(cwd, join('node_modules', '.bin', command))
  const isLocal = local !== undefined && (realPath(local) === real || process.platform === 'win32')
  const agent = env.npm_config_user_agent?.split('/')[0]
  if (agent !== undefined && isLocal) return runners[agent] ?? `npx ${command}`
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, command))
    .find((path) => existsSync(path))
  if (onPath !== undefined && realPath(onPath) === real) return command
  if (isLocal) return `npx ${command}`
  const path = relative(cwd, script)
  return `node ${quoted(path.startsWith('..') || isAbsolute(path) ? script : path)}`
}

/** Package managers by the name in their user agent. */
const runners: Readonly<Record<string, string>> = {
  pnpm: `pnpm exec ${command}`,
  yarn: `yarn ${command}`,
  bun: `bunx ${command}`,
}

/** What a service that is started must agree with. */
export interface StartOptions {
  /** Where it is to be found: a base URL for which `isStartable`. Default: where a service is unless it is told otherwise. */
  baseUrl?: string
  /** Whether its key is read from the data folder beside. */
  beside?: boolean
}

/** Whether a service that is started on this machine can be found at this base URL. */
export function isStartable(baseUrl: string): boolean {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  return url?.protocol === 'http:' && url.hostname in hosts && /^\/api\/*$/.test(url.pathname)
}

/** The hosts of this machine, and what a service listens on to be found there. */
const hosts: Readonly<Record<string, string>> = { '127.0.0.1': '127.0.0.1', localhost: '127.0.0.1', '[::1]': '::1' }

/**
 * The command that starts a service from this folder: `npm start` in a clone, else the published package, after the settings
 * without which it would be elsewhere or keep its key elsewhere.
 */
export function startCommand(started: Started, { baseUrl, beside = false }: StartOptions): string {
  const { script, cwd, env } = started
  const nearest = findUpward(cwd, 'package.json')
  const above = findUpward(dirname(dirname(dirname(realPath(script)))), 'package.json')
  const [clone] = [nearest, above].flatMap((path) => (path !== undefined && isWorkspace(path) ? [dirname(path)] : []))
  const url = new URL(baseUrl ?? 'http://127.0.0.1')
  const port = baseUrl === undefined ? undefined : url.port || '80'
  const host = baseUrl === undefined ? undefined : hosts[url.hostname]
  const folder = dataFolder(env)
  const settings = [
    host === (variable(env, 'MODEL_TASKS_HOST') ?? '127.0.0.1') ? undefined : host && `MODEL_TASKS_HOST=${host}`,
    port === (variable(env, 'MODEL_TASKS_PORT') ?? '8787') ? undefined : port && `MODEL_TASKS_PORT=${port}`,
    // A service keeps its data in the folder in which it is started, which npm makes that of the clone.
    beside && clone !== undefined && resolve(clone, folder) !== resolve(cwd, folder)
      ? `MODEL_TASKS_DATA=${quoted(resolve(cwd, folder))}`
      : undefined,
  ].filter((setting) => setting !== undefined)
  const command =
    clone === undefined
      ? 'npx @model-tasks/service'
      : `npm start${nearest === join(clone, 'package.json') ? '' : ` --prefix ${quoted(clone)}`}`
  return [...settings, command].join(' ')
}

function isWorkspace(path: string): boolean {
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return (
      typeof manifest === 'object' &&
      manifest !== null &&
      'name' in manifest &&
      manifest.name === 'model-tasks-workspace'
    )
  } catch {
    return false
  }
}

function findUpward(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, name)
    if (existsSync(path)) return path
    if (dirname(at) === at) return undefined
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
