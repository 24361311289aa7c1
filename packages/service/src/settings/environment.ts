import { logLevels, type LogLevel } from '../base/log.js'
import { readConfigFile, type ConfigFile } from './config-file.js'
import { databaseUrlOf } from './database-url.js'
import type { FilePlaceKind } from './file-place.js'
import { defaultSettings, upstreamLimits, type Settings, type Upstream } from './settings.js'
import { SettingsError } from './settings-error.js'
import { upstreamKey } from './upstream-keys.js'
import { absoluteUrl, urlRefusal } from './url.js'

type Environment = Readonly<Record<string, string | undefined>>

const known = [
  'MODEL_TASKS_HOST',
  'MODEL_TASKS_PORT',
  'MODEL_TASKS_DATA',
  'MODEL_TASKS_DATABASE_URL',
  'MODEL_TASKS_PROVIDER',
  'MODEL_TASKS_UPSTREAM_URL',
  'MODEL_TASKS_UPSTREAM_KEY',
  'MODEL_TASKS_PUBLIC_URL',
  'MODEL_TASKS_RATE_LIMIT',
  'MODEL_TASKS_CHECK_MEDIA',
  'MODEL_TASKS_CONFIG',
  'MODEL_TASKS_METRICS_KEY',
  'MODEL_TASKS_METRICS_PORT',
  'MODEL_TASKS_METRICS_HOST',
  'MODEL_TASKS_METRICS_LINES',
  'MODEL_TASKS_ADMIN_KEY',
  'MODEL_TASKS_LOG_LEVEL',
]

/**
 * Reads the settings from environment variables. An empty variable counts as absent. `fileKinds`: the kinds of file store that
 * the configuration file may choose.
 * Throws `SettingsError`, whose message names the variable, what it holds and what is allowed.
 */
export function settingsFrom(environment: Environment, fileKinds: readonly FilePlaceKind[]): Settings {
  const value = (name: string): string | undefined => environment[name]?.trim() || undefined
  const configPath = value('MODEL_TASKS_CONFIG')
  const config = configPath === undefined ? {} : readConfigFile(configPath, value, fileKinds)
  const provider = providerOf(value('MODEL_TASKS_PROVIDER'), config)
  return {
    ...defaultSettings,
    host: value('MODEL_TASKS_HOST') ?? defaultSettings.host,
    port: portOf('MODEL_TASKS_PORT', value('MODEL_TASKS_PORT')) ?? defaultSettings.port,
    dataDirectory: value('MODEL_TASKS_DATA') ?? defaultSettings.dataDirectory,
    databaseUrl: databaseUrlOf(value('MODEL_TASKS_DATABASE_URL')),
    provider,
    routing: config.routing,
    fallbacks: config.fallbacks ?? defaultSettings.fallbacks,
    upstreams:
      provider === 'relay'
        ? upstreamsOf(value('MODEL_TASKS_UPSTREAM_URL'), value('MODEL_TASKS_UPSTREAM_KEY'), config)
        : [],
    files: config.files,
    callbacks: config.callbacks,
    assetLimits: config.assetLimits ?? defaultSettings.assetLimits,
    webhooks: config.webhooks ?? defaultSettings.webhooks,
    publicUrl: urlOf('MODEL_TASKS_PUBLIC_URL', value('MODEL_TASKS_PUBLIC_URL')),
    rateLimit: rateOf(value('MODEL_TASKS_RATE_LIMIT')),
    checkMedia: switchOf('MODEL_TASKS_CHECK_MEDIA', value('MODEL_TASKS_CHECK_MEDIA')),
    vendorModels: config.vendorModels ?? defaultSettings.vendorModels,
    prices: config.prices ?? defaultSettings.prices,
    resultUrlLifetime: milliseconds(config.resultUrlSeconds) ?? defaultSettings.resultUrlLifetime,
    drain: (config.drainSeconds ?? 0) * 1000,
    repeatWindow: (config.repeatSeconds ?? 0) * 1000,
    shutdownTimeout: milliseconds(config.shutdownTimeoutSeconds),
    recordings: config.recordings,
    protocols: config.protocols,
    keep: days(config.keepDays),
    keepTasks: days(config.keepTasksDays),
    tracing: config.tracing ?? defaultSettings.tracing,
    adminKey: operatorKey('MODEL_TASKS_ADMIN_KEY', value('MODEL_TASKS_ADMIN_KEY')),
    metricsKey: operatorKey('MODEL_TASKS_METRICS_KEY', value('MODEL_TASKS_METRICS_KEY')),
    metricsPort: portOf('MODEL_TASKS_METRICS_PORT', value('MODEL_TASKS_METRICS_PORT')),
    metricsHost: value('MODEL_TASKS_METRICS_HOST') ?? defaultSettings.metricsHost,
    metricsLines: linesOf(value('MODEL_TASKS_METRICS_LINES')) ?? defaultSettings.metricsLines,
    logLevel: levelOf(value('MODEL_TASKS_LOG_LEVEL')),
    unknownOutcomeDeadline: milliseconds(config.unknownOutcomeSeconds) ?? defaultSettings.unknownOutcomeDeadline,
  }
}

/** Names of variables that begin like ours and mean nothing, such as a misspelt one. */
export function unknownVariables(environment: Environment): string[] {
  const clientsOwn = ['MODEL_TASKS_BASE_URL', 'MODEL_TASKS_API_KEY']
  return Object.keys(environment).filter(
    (name) => name.startsWith('MODEL_TASKS_') && !known.includes(name) && !clientsOwn.includes(name),
  )
}

/** Names of variables that are set and do nothing beside the provider that was chosen. */
export function idleVariables(environment: Environment, provider: Settings['provider']): string[] {
  if (provider === 'relay') return []
  return ['MODEL_TASKS_UPSTREAM_URL', 'MODEL_TASKS_UPSTREAM_KEY'].filter((name) => Boolean(environment[name]?.trim()))
}

function milliseconds(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000
}

function days(count: number | undefined): number | undefined {
  return milliseconds(count === undefined ? undefined : count * 86_400)
}

function portOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Infinity
  if (port > 65_535)
    throw new SettingsError(`${name} is "${text}"; it must be an integer from 1 to 65535, or 0 for any free port`)
  return port
}

function linesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const lines = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (lines >= 100) return lines
  throw new SettingsError(
    `MODEL_TASKS_METRICS_LINES is "${text}"; it must be an integer from 100 to 999999: how many lines of /metrics tell accounts apart, and how many tell upstreams apart`,
  )
}

function providerOf(text: string | undefined, { upstreams }: ConfigFile): Settings['provider'] {
  if (text === undefined && upstreams !== undefined) {
    throw new SettingsError(
      'MODEL_TASKS_PROVIDER is missing; the file of MODEL_TASKS_CONFIG has upstreams, so set relay to forward tasks to them, or sandbox to render here anyway',
    )
  }
  if (text === undefined) return defaultSettings.provider
  if (text === 'sandbox' || text === 'relay') return text
  throw new SettingsError(
    `MODEL_TASKS_PROVIDER is "${text}"; it must be sandbox (renders here) or relay (forwards tasks to MODEL_TASKS_UPSTREAM_URL, or to the upstreams of MODEL_TASKS_CONFIG)`,
  )
}

function upstreamsOf(
  url: string | undefined,
  key: string | undefined,
  { upstreams, modelIds = {} }: ConfigFile,
): readonly Upstream[] {
  if (upstreams !== undefined) {
    if (url === undefined && key === undefined) return upstreams
    throw new SettingsError(
      `${url === undefined ? 'MODEL_TASKS_UPSTREAM_KEY' : 'MODEL_TASKS_UPSTREAM_URL'} is set and the file of MODEL_TASKS_CONFIG has upstreams; keep one of the two`,
    )
  }
  const baseUrl = urlOf('MODEL_TASKS_UPSTREAM_URL', url)
  if (baseUrl === undefined)
    throw new SettingsError(
      'MODEL_TASKS_UPSTREAM_URL is missing; with MODEL_TASKS_PROVIDER=relay it must be the base URL of the service behind, such as https://host.example/api, or MODEL_TASKS_CONFIG a file with upstreams',
    )
  if (key === undefined)
    throw new SettingsError(
      'MODEL_TASKS_UPSTREAM_KEY is missing; with MODEL_TASKS_PROVIDER=relay it must be a key of the service behind',
    )
  if (!upstreamKey.form.test(key))
    throw new SettingsError(`MODEL_TASKS_UPSTREAM_KEY must be a key of the service behind: ${upstreamKey.allowed}`)
  return [{ name: 'default', baseUrl, apiKey: key, models: undefined, modelIds, ...upstreamLimits }]
}

function urlOf(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = absoluteUrl(text)
  if (url === undefined) throw new SettingsError(`${name} ${urlRefusal(text)}`)
  return url
}

function rateOf(text: string | undefined): Settings['rateLimit'] {
  if (text === undefined || text === 'off') return text
  const rate = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : 0
  if (rate > 0) return rate
  throw new SettingsError(
    `MODEL_TASKS_RATE_LIMIT is "${text}"; it must be off or a number of requests per second for each key, such as 20 or 0.5`,
  )
}

/** A key that is not in the database. What it holds is in no message. */
function operatorKey(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{24,200}$/.test(text)) return text
  throw new SettingsError(
    `${name} must be 24 to 200 visible ASCII characters without spaces; make one with: openssl rand -base64 32`,
  )
}

function levelOf(text: string | undefined): LogLevel {
  const level = logLevels.find((one) => one === (text ?? defaultSettings.logLevel))
  if (level !== undefined) return level
  throw new SettingsError(`MODEL_TASKS_LOG_LEVEL is "${text}"; it must be ${logLevels.join(', ')}`)
}

function switchOf(name: string, text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text === 'on' || text === 'off') return text === 'on'
  throw new SettingsError(`${name} is "${text}"; it must be on or off`)
}
