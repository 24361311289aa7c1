import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, isAbsolute, join, relative, sep } from 'node:path'
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
 * where only the project has it, else the path of its script.
 */
export function programName({ script, env, cwd }: Started): string {
  const real = realPath(script)
  // A package that npx fetched for this one call is not in the project.
  if (script.split(sep).includes('_npx') || real.split(sep).includes('_npx')) return 'npx @model-tasks/cli'
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

/** The command that starts a service from this folder: `npm start` in a clone, else the published package. */
export function startCommand({ script, cwd }: Started): string {
  const nearest = findUpward(cwd, 'package.json')
  if (nearest !== undefined && isWorkspace(nearest)) return 'npm start'
  const clone = findUpward(dirname(dirname(dirname(realPath(script)))), 'package.json')
  return clone !== undefined && isWorkspace(clone)
    ? `npm start --prefix ${quoted(dirname(clone))}`
    : 'npx @model-tasks/service'
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
