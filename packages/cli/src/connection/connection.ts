import { join } from 'node:path'
import { addressOf } from '@model-tasks/client/policy'
import { setKeyCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import type { StartOptions } from '../invocation.js'
import { checkAddress } from './address.js'
import { isProfile, profilesPath, readIfPresent, readProfiles, type Profile, type Profiles } from './profiles.js'
import { unknownProfile } from './unknown-profile.js'
import { variable } from './variable.js'

/** What the command line says about where the service is. */
export interface ServiceOptions {
  profile?: string | undefined
  baseUrl?: string | undefined
}

/** What the search for a service reads beside the options. */
export interface Surroundings {
  env: NodeJS.ProcessEnv
  /** The command that starts a service from this folder. */
  start: (options: StartOptions) => string
}

/** A service to talk to, and where that was found. */
export interface Service extends Profile {
  from: string
  /** Whether the key is that of a service that runs beside, from its data folder. */
  beside: boolean
  /** The profile that has a key for it, or may have one: no other service's. */
  profile: string
}

/**
 * Finds the service: `--profile`, then `--base-url` and the environment, then the current profile, then
 * `local-credentials.json` of a service that runs beside. A key is never sent to an address from another source,
 * unless both name the same address. Throws a Problem that says what to set, or what is wrong with what is set.
 */
export async function connect(options: ServiceOptions, surroundings: Surroundings): Promise<Service> {
  return usable(await find(options, surroundings))
}

async function find(options: ServiceOptions, { env, start }: Surroundings): Promise<Service> {
  const known = await readProfiles(profilesPath(env))
  const { profiles, current } = known
  if (options.profile !== undefined) {
    const profile = Object.hasOwn(profiles, options.profile) ? profiles[options.profile] : undefined
    if (profile === undefined) throw unknownProfile(options.profile, Object.keys(profiles))
    return { ...profile, from: `profile ${options.profile}`, beside: false, profile: options.profile }
  }
  const chosen = current === undefined ? undefined : profiles[current]
  const baseUrl = options.baseUrl ?? variable(env, 'MODEL_TASKS_BASE_URL')
  const apiKey = variable(env, 'MODEL_TASKS_API_KEY')
  if (baseUrl === undefined) {
    if (apiKey !== undefined)
      throw new Problem('MODEL_TASKS_API_KEY is set without MODEL_TASKS_BASE_URL: set both, or neither', 'usage', [
        { shell: 'unset MODEL_TASKS_API_KEY' },
      ])
    if (chosen !== undefined && current !== undefined)
      return { ...chosen, from: `profile ${current}`, beside: false, profile: current }
    const local = await localCredentials(env, start)
    if (local !== undefined) return { ...local, beside: true, profile: profileFor(known, local.baseUrl) }
    throw new Problem(
      'no service is set: start one here, set MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY, or keep both in a profile with `config set <name> --base-url <url>`',
      'usage',
      [{ shell: start({ beside: true }) }, ['config', 'set', '--help']],
    )
  }
  const from = options.baseUrl === undefined ? 'the environment' : '--base-url'
  checkAddress(baseUrl, from)
  const profile = profileFor(known, baseUrl)
  if (apiKey !== undefined) return { baseUrl, apiKey, from, beside: false, profile }
  const same = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined
  if (same !== undefined) return { baseUrl, apiKey: same.apiKey, from, beside: false, profile }
  const local = await localCredentials(env, start)
  if (local !== undefined && addressOf(local.baseUrl) === addressOf(baseUrl))
    return { baseUrl, apiKey: local.apiKey, from, beside: true, profile }
  throw new Problem(`there is no API key for ${baseUrl}: set MODEL_TASKS_API_KEY, or keep it in a profile`, 'usage', [
    setKeyCommand({ profile, baseUrl }, env),
  ])
}

/** The profile of a service, the current one before others; where it has none, a name that no other service has. */
function profileFor({ profiles, current }: Profiles, baseUrl: string): string {
  const own = Object.keys(profiles).filter((name) => addressOf(profiles[name]?.baseUrl ?? '') === addressOf(baseUrl))
  const [known] = own
  if (known !== undefined) return current !== undefined && own.includes(current) ? current : known
  let name = 'work'
  for (let number = 2; Object.hasOwn(profiles, name); number++) name = `work-${number}`
  return name
}

/** The folder in which a service that runs in this folder keeps its data. */
export function dataFolder(env: NodeJS.ProcessEnv): string {
  return variable(env, 'MODEL_TASKS_DATA') ?? 'data'
}

async function localCredentials(
  env: NodeJS.ProcessEnv,
  start: Surroundings['start'],
): Promise<(Profile & { from: string }) | undefined> {
  const path = join(dataFolder(env), 'local-credentials.json')
  const content = await readIfPresent(path)
  if (content === undefined) return undefined
  try {
    const value: unknown = JSON.parse(content)
    if (isProfile(value)) return { ...value, from: path }
  } catch {
    // Reported below, with what to do.
  }
  throw new Problem(
    `${path} cannot be read as the credentials of a service; delete it and start the service again`,
    'usage',
    [{ shell: start({ beside: true }) }],
  )
}

/** The service, when its address and its key are such as can be sent. */
function usable(service: Service): Service {
  const { baseUrl, apiKey, from } = service
  checkAddress(baseUrl, from)
  if (!/^[!-~]+$/.test(apiKey))
    throw new Problem(
      `the API key for ${baseUrl} contains spaces, line breaks or other characters that a key cannot have; set MODEL_TASKS_API_KEY, or the profile, to the key alone`,
      'usage',
      [['config', 'list']],
    )
  return service
}
