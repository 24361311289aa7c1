import { join } from 'node:path'
import { Problem } from '../problem.js'
import { isProfile, profilesPath, readIfPresent, readProfiles, type Profile } from './profiles.js'

/** What the command line and the environment say about where the service is. */
export interface Wishes {
  profile?: string | undefined
  baseUrl?: string | undefined
}

/** A service to talk to, and where that was found. */
export interface Connection extends Profile {
  from: string
}

/**
 * Finds the service: `--profile`, then `--base-url` and the environment, then the current profile, then
 * `local-credentials.json` of a service that runs beside. A key is never sent to an address from another source,
 * unless both name the same address. Throws a Problem that says what to set, or what is wrong with what is set.
 */
export async function connect(wishes: Wishes, env: NodeJS.ProcessEnv): Promise<Connection> {
  return usable(await find(wishes, env))
}

async function find(wishes: Wishes, env: NodeJS.ProcessEnv): Promise<Connection> {
  const path = profilesPath(env)
  const { profiles, current } = await readProfiles(path)
  if (wishes.profile !== undefined) {
    const profile = Object.hasOwn(profiles, wishes.profile) ? profiles[wishes.profile] : undefined
    if (profile !== undefined) return { ...profile, from: `profile ${wishes.profile}` }
    throw new Problem(
      `there is no profile ${wishes.profile}; ${path} has ${Object.keys(profiles).join(', ') || 'none'}`,
      'usage',
      [`model-tasks config set ${wishes.profile}`],
    )
  }
  const known: Connection[] = []
  const chosen = current === undefined ? undefined : profiles[current]
  if (chosen !== undefined) known.push({ ...chosen, from: `profile ${String(current)}` })
  const baseUrl = wishes.baseUrl ?? nonEmpty(env.MODEL_TASKS_BASE_URL)
  const apiKey = nonEmpty(env.MODEL_TASKS_API_KEY)
  if (baseUrl === undefined) {
    if (apiKey !== undefined)
      throw new Problem('MODEL_TASKS_API_KEY is set without MODEL_TASKS_BASE_URL: set both, or neither', 'usage', [
        'unset MODEL_TASKS_API_KEY',
      ])
    const first = known[0] ?? (await localCredentials(env))
    if (first !== undefined) return first
    throw new Problem('no service is set: start one here, or name one', 'usage', [
      'npm start',
      'MODEL_TASKS_BASE_URL=https://… MODEL_TASKS_API_KEY=… model-tasks …',
      'model-tasks config set work --base-url https://…',
    ])
  }
  const from = wishes.baseUrl === undefined ? 'the environment' : '--base-url'
  if (apiKey !== undefined) return { baseUrl, apiKey, from }
  const isSame = (profile: Profile): boolean => address(profile.baseUrl) === address(baseUrl)
  const local = [...known, ...Object.values(profiles)].some(isSame) ? undefined : await localCredentials(env)
  const same = [...known, ...Object.values(profiles), ...(local === undefined ? [] : [local])].find(isSame)
  if (same !== undefined) return { baseUrl, apiKey: same.apiKey, from }
  throw new Problem(`there is no key for ${baseUrl}: set MODEL_TASKS_API_KEY, or keep it in a profile`, 'usage', [
    `model-tasks config set work --base-url ${baseUrl}`,
  ])
}

/** The folder in which a service beside this process keeps its data. */
export function dataFolder(env: NodeJS.ProcessEnv): string {
  return nonEmpty(env.MODEL_TASKS_DATA) ?? 'data'
}

async function localCredentials(env: NodeJS.ProcessEnv): Promise<Connection | undefined> {
  const path = join(dataFolder(env), 'local-credentials.json')
  const content = await readIfPresent(path)
  if (content === undefined) return undefined
  try {
    const value: unknown = JSON.parse(content)
    if (isProfile(value)) return { ...value, from: path }
  } catch {
    // Said below, with what to do.
  }
  throw new Problem(
    `${path} is there and cannot be read as the credentials of a service; take it away and start the service again`,
    'usage',
    ['npm start'],
  )
}

/** The connection, when its address and its key are such as can be sent. */
function usable(connection: Connection): Connection {
  const { baseUrl, apiKey, from } = connection
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const meant = `http://${baseUrl}`
    throw new Problem(
      `the address ${JSON.stringify(baseUrl)} (from ${from}) is no http or https URL${URL.canParse(meant) ? `; did you mean ${meant}?` : ''}`,
      'usage',
      ['model-tasks config list'],
    )
  }
  if (url.username !== '' || url.password !== '')
    throw new Problem(
      `the address from ${from} holds a user name or a password; leave it out, the key is sent instead`,
      'usage',
      ['model-tasks config list'],
    )
  if (!/^[!-~]+$/.test(apiKey))
    throw new Problem(
      `the API key for ${baseUrl} holds blanks, line ends or other characters that no key has; set MODEL_TASKS_API_KEY, or the profile, to the key alone`,
      'usage',
      ['model-tasks config list'],
    )
  return connection
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value
}

function address(url: string): string {
  return URL.canParse(url) ? new URL(url).href.replace(/\/+$/, '') : url
}
