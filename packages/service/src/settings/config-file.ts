import { readFileSync } from 'node:fs'
import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../json.js'
import type { Price, Prices } from '../prices.js'
import { SettingsError } from './settings-error.js'

/** What only the file named by MODEL_TASKS_CONFIG can set. */
export interface ConfigFile {
  prices?: Prices
  /** Our Model IDs -> the upstream's. */
  modelIds?: Readonly<Record<string, string>>
  resultUrlSeconds?: number
  unknownOutcomeSeconds?: number
  stopSeconds?: number
}

const known = ['prices', 'modelIds', 'resultUrlSeconds', 'unknownOutcomeSeconds', 'stopSeconds']

/** Reads the JSON file. Throws `SettingsError` naming the file, the member and what is allowed. */
export function readConfigFile(path: string): ConfigFile {
  const content = contentOf(path)
  const stray = Object.keys(content).find((name) => !known.includes(name))
  if (stray !== undefined) throw refused(path, `"${stray}" is no member it knows; use ${known.join(', ')}`)
  const config: ConfigFile = {}
  if (content['prices'] !== undefined) config.prices = pricesOf(path, content['prices'])
  if (content['modelIds'] !== undefined) config.modelIds = modelIdsOf(path, content['modelIds'])
  for (const name of ['resultUrlSeconds', 'unknownOutcomeSeconds', 'stopSeconds'] as const) {
    const value = content[name]
    if (value === undefined) continue
    if (typeof value !== 'number' || value < 1) throw refused(path, `${name} must be a number of seconds, 1 or more`)
    config[name] = value
  }
  return config
}

function contentOf(path: string): JsonObject {
  try {
    const content = parseJson(readFileSync(path, 'utf8'))
    if (isJsonObject(content)) return content
  } catch (error) {
    throw refused(path, error instanceof Error ? error.message : String(error))
  }
  throw refused(path, 'it must hold one JSON object')
}

function pricesOf(path: string, value: JsonValue): Prices {
  const wrong = 'prices must map Model IDs to {"perSecond": credits, "perTask": credits}, with numbers of 0 or more'
  if (!isJsonObject(value)) throw refused(path, wrong)
  return Object.fromEntries(Object.entries(value).map(([model, price]) => {
    if (!isPrice(price)) throw refused(path, `${wrong}; the one of ${model} is not`)
    return [model, price]
  }))
}

function isPrice(value: JsonValue): value is JsonObject & Price {
  return isJsonObject(value) && Object.entries(value).every(([name, credits]) => ['perSecond', 'perTask'].includes(name) && typeof credits === 'number' && credits >= 0)
}

function modelIdsOf(path: string, value: JsonValue): Record<string, string> {
  const entries = isJsonObject(value) ? Object.entries(value) : []
  const pairs = entries.flatMap(([ours, theirs]) => typeof theirs === 'string' ? [[ours, theirs] as const] : [])
  if (!isJsonObject(value) || pairs.length < entries.length) throw refused(path, 'modelIds must map Model IDs of this catalogue to those of the upstream service')
  return Object.fromEntries(pairs)
}

function refused(path: string, why: string): SettingsError {
  return new SettingsError(`MODEL_TASKS_CONFIG: ${path}: ${why}`)
}
