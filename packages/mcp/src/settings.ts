import { homedir } from 'node:os'
import { join } from 'node:path'

/** What a server is told. */
export interface ServerSettings {
  /** Base URL of the service. Default: environment variable MODEL_TASKS_BASE_URL. */
  baseUrl?: string | undefined
  /** The API key. Default: MODEL_TASKS_API_KEY. Over HTTP, a request may carry its own in place of it. */
  apiKey?: string | undefined
  /** `few` tools for all models, or one `per-model`. Default `few`. */
  tools?: 'few' | 'per-model' | undefined
  /** Credits that the tasks of this process may cost together. Default: no bound. */
  sessionBudget?: number | undefined
  /** Credits that the tasks of all processes with this state folder may cost in a day (UTC). Default: no bound. */
  dailyBudget?: number | undefined
  /** Whether the user is asked what a task may cost, where the client can. Default: `on` without a budget, `off` with one. */
  confirm?: 'on' | 'off' | undefined
  /** Where submits and what they cost are recorded, created with the first of them. Default: `~/.local/state/model-tasks-mcp`. */
  stateDirectory?: string | undefined
}

/** A setting that cannot be used, in one line for the person who starts the server. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** The settings in the environment. Reads nothing else, and starts nothing. Throws `SettingsError`. */
export function settingsFrom(environment: Readonly<Record<string, string | undefined>>): ServerSettings {
  return {
    baseUrl: environment['MODEL_TASKS_BASE_URL'],
    apiKey: environment['MODEL_TASKS_API_KEY'],
    tools: oneOf(environment, 'MODEL_TASKS_MCP_TOOLS', ['few', 'per-model']),
    confirm: oneOf(environment, 'MODEL_TASKS_MCP_CONFIRM', ['on', 'off']),
    sessionBudget: credits(environment, 'MODEL_TASKS_MCP_BUDGET'),
    dailyBudget: credits(environment, 'MODEL_TASKS_MCP_DAILY_BUDGET'),
    stateDirectory: environment['MODEL_TASKS_MCP_STATE'],
  }
}

/** The folder of a server's state. */
export function stateDirectory({ stateDirectory: folder }: ServerSettings): string {
  return folder ?? join(homedir(), '.local', 'state', 'model-tasks-mcp')
}

function oneOf<T extends string>(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = environment[name]
  if (text === undefined || text === '') return undefined
  const found = allowed.find((each) => each === text)
  if (found === undefined) throw new SettingsError(`${name} is ${JSON.stringify(text)}; use ${allowed.join(' or ')}`)
  return found
}

function credits(environment: Readonly<Record<string, string | undefined>>, name: string): number | undefined {
  const text = environment[name]
  if (text === undefined || text === '') return undefined
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text)
  throw new SettingsError(`${name} is ${JSON.stringify(text)}; give credits as a number, such as 100`)
}
