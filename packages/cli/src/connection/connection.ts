import { join } from 'node:path'
import { Problem } from '../failure/problem.js'
import { isProfile, profilesPath, readIfPresent, readProfiles, type Profile } from './profiles.js'

/** What the command line says about where the service is. */
export interface ServiceOptions {
  profile?: string | undefined
  baseUrl?: string | undefined
}

/** What the search for a service reads beside the options. */
export interface Surroundings {
  env: NodeJS.ProcessEnv
  /** The command that starts a service from this folder. */
  start: () => string
}

/** A service to talk to, and where that was found. */
export interface Service extends Profile {
  from: string
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
  const path = profilesPath(env)
  const { profiles, current } = await readProfiles(path)
  if (options.profile !== undefined) {
    const profile = Object.hasOwn(profiles, options.profile) ? profiles[options.profile] : undefined
    if (profile !== undefined) return { ...profile, from: `profile ${options.profile}` }
    throw new Problem(
      `there is no profile ${options.profile}; ${path} contains ${Object.keys(profiles).join(', ') || 'none'}`,
      'usage',
      [['config', 'set', options.profile]],
    )
  }
  const known: Service[] = []
  const chosen = current === undefined ? undefined : profiles[current]
  if (chosen !== undefined) known.push({ ...chosen, from: `profile ${String(current)}` })
  const baseUrl = options.baseUrl ?? nonEmpty(env.MODEL_TASKS_BASE_URL)
  const apiKey = nonEmpty(env.MODEL_TASKS_API_KEY)
  if (baseUrl === undefined) {
    if (apiKey !== undefined)
      throw new Problem('MODEL_TASKS_API_KEY is set without MODEL_TASKS_BASE_URL: set both, or neither', 'usage', [
        { shell: 'unset MODEL_TASKS_API_KEY' },
      ])
    const first = known[0] ?? (await localCredentials(env, start))
    if (first !== undefined) return first
    throw new Problem(
      'no service is set: start one here, set MODEL_TASKS_BASE_URL and MODEL_TASKS_API_KEY, or keep both in a profile with `config set <name> --base-url <url>`',
      'usage',
      [{ shell: start() }, ['config', 'set', '--help']],
    )
  }
  const from = options.baseUrl === undefined ? 'the environment' : '--base-url'
  if (apiKey !== undefined) return { baseUrl, apiKey, from }
  const isSame = (profile: Profile): boolean => address(profile.baseUrl) === address(baseUrl)
  const local = [...known, ...Object.values(profiles)].some(isSame) ? undefined : await localCredentials(env, start)
  const same = [...known, ...Object.values(profiles), ...(local === undefined ? [] : [local])].find(isSame)
  if (same !== undefined) return { baseUrl, apiKey: same.apiKey, from }
  throw new Problem(`there is no API key for ${baseUrl}: set MODEL_TASKS_API_KEY, or keep it in a profile`, 'usage', [
    ['config', 'set', 'work', '--base-url', baseUrl],
  ])
}

/** The folder in which a service that runs in this folder keeps its data. */
export function dataFolder(env: NodeJS.ProcessEnv): string {
  return nonEmpty(env.MODEL_TASKS_DATA) ?? 'data'
}

async function localCredentials(env: NodeJS.ProcessEnv, start: () => string): Promise<Service | undefined> {
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
    [{ shell: start() }],
  )
}

/** The service, when its address and its key are such as can be sent. */
function usable(service: Service): Service {
  const { baseUrl, apiKey, from } = service
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const meant = `http://${baseUrl}`
    throw new Problem(
      `the address ${JSON.stringify(baseUrl)} (from ${from}) is not an http or https URL${URL.canParse(meant) ? `; did you mean ${meant}?` : ''}`,
      'usage',
      [['config', 'list']],
    )
  }
  if (url.username !== '' || url.password !== '')
    throw new Problem(
      `the address from ${from} contains a user name or a password; remove it, the API key is sent instead`,
      'usage',
      [['config', 'list']],
    )
  if (!/^[!-~]+$/.test(apiKey))
    throw new Problem(
      `the API key for ${baseUrl} contains spaces, line breaks or other characters that a key cannot have; set MODEL_TASKS_API_KEY, or the profile, to the key alone`,
      'usage',
      [['config', 'list']],
    )
  return service
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}

function address(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url
}
