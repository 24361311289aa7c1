import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { Problem } from '../failure/problem.js'
import { makeFolder } from '../result/make-folder.js'
import { variable } from './variable.js'

/** Where a service is, and the key for it. */
export interface Profile {
  baseUrl: string
  apiKey: string
}

/** The configuration file: named profiles, and which one counts when none is named. */
export interface Profiles {
  current?: string
  profiles: Record<string, Profile>
}

/** `$XDG_CONFIG_HOME/model-tasks/config.json`, by default below `~/.config`; MODEL_TASKS_CONFIG_FILE names another. */
export function profilesPath(env: NodeJS.ProcessEnv): string {
  return (
    variable(env, 'MODEL_TASKS_CONFIG_FILE') ??
    join(variable(env, 'XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'model-tasks', 'config.json')
  )
}

/** The profiles on disk; none when there is no file. Throws a Problem when the file cannot be read as such. */
export async function readProfiles(path: string): Promise<Profiles> {
  const content = await readIfPresent(path)
  if (content === undefined) return { profiles: {} }
  try {
    const value: unknown = JSON.parse(content)
    if (isProfiles(value)) return value
  } catch {
    // Reported below, with what to do.
  }
  throw new Problem(`${path} is not a configuration of model-tasks; fix or delete it`, 'usage', [
    ['config', 'set', '--help'],
  ])
}

/** Writes the profiles so that only the owner can read them, all or nothing. */
export async function writeProfiles(path: string, profiles: Profiles): Promise<void> {
  await makeFolder(dirname(path), 0o700)
  const draft = `${path}.${process.pid}.new`
  await writeFile(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, path)
}

/** The text of a file, or undefined when there is none. */
export async function readIfPresent(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new Problem(`cannot read ${path}: ${error.message}`, 'usage')
  })
}

/** Whether a value names a service and a key. */
export function isProfile(value: unknown): value is Profile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'baseUrl' in value &&
    typeof value.baseUrl === 'string' &&
    'apiKey' in value &&
    typeof value.apiKey === 'string'
  )
}

function isProfiles(value: unknown): value is Profiles {
  return (
    typeof value === 'object' &&
    value !== null &&
    'profiles' in value &&
    typeof value.profiles === 'object' &&
    value.profiles !== null &&
    Object.values(value.profiles).every(isProfile) &&
    (!('current' in value) || typeof value.current === 'string')
  )
}
