import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../base/json.js'
import type { Fallbacks } from '../domain/task/fallback.js'
import type { Prices } from '../domain/money/price.js'
import type { Routing } from '../domain/provider/provider-set.js'
import { fallbackSettingsOf } from './fallback-settings.js'
import type { FilePlace, FilePlaceKind } from './file-place.js'
import type { Refuse } from './members.js'
import { pricesOf } from './price-settings.js'
import { assetLimitsOf } from './asset-settings.js'
import { readSecretFile } from './secret-file.js'
import type { SecretSources } from './secret-member.js'
import type { AssetLimits, Callbacks, Upstream, VendorModels, Webhook } from './settings.js'
import { SettingsError } from './settings-error.js'
import { routingSettingsOf } from './routing-settings.js'
import { modelIdsOf, upstreamsOf } from './upstream-settings.js'
import { vendorModelsOf } from './vendor-model-settings.js'
import { callbacksOf, webhooksOf } from './webhook-settings.js'

/** What only the file named by MODEL_TASKS_CONFIG can set. */
export interface ConfigFile {
  prices?: Prices
  /** Our Model IDs -> those of the one upstream that the environment names. */
  modelIds?: Readonly<Record<string, string>>
  upstreams?: readonly Upstream[]
  /** How one of several upstreams that take a model is chosen. */
  routing?: Routing
  /** The models that may make a task where its own will not. */
  fallbacks?: Fallbacks
  /** From the member of a kind of store. */
  files?: FilePlace
  webhooks?: readonly Webhook[]
  resultUrlSeconds?: number
  unknownOutcomeSeconds?: number
  shutdownTimeoutSeconds?: number
  drainSeconds?: number
  repeatSeconds?: number
  keepDays?: number
  keepTasksDays?: number
  /** The folder that shapes of upstreams' answers are recorded in. */
  recordings?: string
  /** The folder of the operator's own protocols. */
  protocols?: string
  tracing?: boolean
  assetLimits?: AssetLimits
  callbacks?: Callbacks
  /** What clients of vendors call models. */
  vendorModels?: VendorModels
}

const known = [
  'prices',
  'modelIds',
  'upstreams',
  'routing',
  'fallbacks',
  'webhooks',
  'resultUrlSeconds',
  'unknownOutcomeSeconds',
  'shutdownTimeoutSeconds',
  'drainSeconds',
  'repeatSeconds',
  'keepDays',
  'keepTasksDays',
  'recordings',
  'protocols',
  'tracing',
  'assetLimits',
  'callbacks',
  'vendorModels',
]

/** How many seconds a member may state: what would be due much later cannot be written as a date, and a timer of Node has 31 bits for its milliseconds. */
const maxSeconds = {
  resultUrlSeconds: 1_000_000_000,
  unknownOutcomeSeconds: 1_000_000_000,
  shutdownTimeoutSeconds: 86_400,
} as const
const maxDays = 36_500

/**
 * Reads the JSON file; `variable` reads the environment for keys and secrets that are named there, `fileKinds` are the kinds of
 * file store that it may choose. Throws `SettingsError` naming the
 * file, the member and what is allowed.
 */
export function readConfigFile(
  path: string,
  variable: (name: string) => string | undefined,
  fileKinds: readonly FilePlaceKind[],
): ConfigFile {
  const refuse: Refuse = (why) => new SettingsError(`MODEL_TASKS_CONFIG: ${path}: ${why}`)
  const content = contentOf(path, refuse)
  const sources: SecretSources = { variable, file: (named) => readSecretFile(resolve(dirname(path), named)) }
  const members = [...known, ...fileKinds.map(({ member }) => member)]
  const stray = Object.keys(content).find((name) => !members.includes(name))
  if (stray !== undefined) throw refuse(`"${stray}" is not a member of it; use ${members.join(', ')}`)
  const config: ConfigFile = {}
  const { prices, modelIds, upstreams, routing, fallbacks, webhooks, assetLimits, callbacks, vendorModels } = content
  if (modelIds !== undefined && upstreams !== undefined)
    throw refuse('modelIds beside upstreams does nothing; give each upstream its own modelIds')
  if (prices !== undefined) config.prices = pricesOf(prices, refuse)
  if (modelIds !== undefined) config.modelIds = modelIdsOf('modelIds', modelIds, refuse)
  const protocols = protocolsOf(content['protocols'], path, refuse)
  if (protocols !== undefined) config.protocols = protocols
  if (upstreams !== undefined) config.upstreams = upstreamsOf(upstreams, sources, refuse, protocols)
  if (routing !== undefined && upstreams === undefined)
    throw refuse('routing without upstreams does nothing; list the upstreams here')
  if (routing !== undefined) config.routing = routingSettingsOf(routing, refuse)
  if (fallbacks !== undefined) config.fallbacks = fallbackSettingsOf(fallbacks, refuse)
  const files = filesOf(content, fileKinds, sources, refuse)
  if (files !== undefined) config.files = files
  if (webhooks !== undefined) config.webhooks = webhooksOf(webhooks, sources, refuse)
  if (callbacks !== undefined) config.callbacks = callbacksOf(callbacks, sources, refuse)
  if (vendorModels !== undefined) config.vendorModels = vendorModelsOf(vendorModels, refuse)
  if (assetLimits !== undefined) config.assetLimits = assetLimitsOf(assetLimits, refuse)
  for (const name of ['resultUrlSeconds', 'unknownOutcomeSeconds', 'shutdownTimeoutSeconds'] as const) {
    const value = content[name]
    if (value === undefined) continue
    if (typeof value !== 'number' || value < 1 || value > maxSeconds[name])
      throw refuse(`${name} must be a number of seconds from 1 to ${maxSeconds[name]}`)
    config[name] = value
  }
  for (const name of ['drainSeconds', 'repeatSeconds'] as const) {
    const value = content[name]
    if (value === undefined) continue
    if (typeof value !== 'number' || !(value >= 0 && value <= 3600))
      throw refuse(`${name} must be a number of seconds from 0 to 3600`)
    config[name] = value
  }
  const { keepDays, keepTasksDays, tracing, recordings } = content
  if (recordings !== undefined) {
    if (typeof recordings !== 'string' || recordings === '') throw refuse('recordings must be the path of a folder')
    config.recordings = recordings
  }
  if (tracing !== undefined) {
    if (typeof tracing !== 'boolean') throw refuse('tracing must be true or false')
    config.tracing = tracing
  }
  if (keepDays !== undefined && (typeof keepDays !== 'number' || keepDays <= 0 || keepDays > maxDays))
    throw refuse(
      `keepDays must be a number of days, more than 0 and ${maxDays} at most; leave it out to keep results for ever`,
    )
  if (keepDays !== undefined) config.keepDays = keepDays
  if (keepTasksDays !== undefined) {
    if (typeof keepTasksDays !== 'number' || !(keepTasksDays >= 1 && keepTasksDays <= maxDays))
      throw refuse(`keepTasksDays must be a number of days from 1 to ${maxDays}; leave it out to keep tasks for ever`)
    config.keepTasksDays = keepTasksDays
  }
  return config
}

/** Where the files are kept, of the kind that the file names; undefined where it names none. */
function filesOf(
  content: JsonObject,
  kinds: readonly FilePlaceKind[],
  sources: SecretSources,
  refuse: Refuse,
): FilePlace | undefined {
  const named = kinds.filter(({ member }) => content[member] !== undefined)
  if (named.length > 1)
    throw refuse(
      `files are kept in one place, and it names ${named.length}: keep one of ${named.map(({ member }) => member).join(', ')}`,
    )
  const [kind] = named
  const value = kind && content[kind.member]
  return value === undefined ? undefined : kind?.read(value, sources, refuse)
}

/** The folder of the operator's protocols: a relative path begins at the folder of the configuration. */
function protocolsOf(value: JsonValue | undefined, path: string, refuse: Refuse): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value === '') throw refuse('protocols must be the path of a folder')
  return resolve(dirname(path), value)
}

/** V8 would quote the text it cannot read, and that text may hold a key. */
function contentOf(path: string, refuse: Refuse): JsonObject {
  const text = textOf(path, refuse)
  try {
    const content = parseJson(text)
    if (isJsonObject(content)) return content
  } catch (error) {
    const said = error instanceof Error ? error.message.replace(/, (?:\.\.\.)?".*$/s, '') : String(error)
    throw refuse(`it is not JSON: ${said}`)
  }
  throw refuse('it must hold one JSON object')
}

function textOf(path: string, refuse: Refuse): string {
  try {
    // Some editors write a byte order mark.
    return readFileSync(path, 'utf8').replace(/^\ufeff/, '')
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error))
  }
}
