import type { JsonValue } from '../base/json.js'
import { Members, type Refuse } from './members.js'
import { defaultSettings, type AssetLimits } from './settings.js'

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/** Reads the member `assetLimits` of the configuration file. */
export function assetLimitsOf(value: JsonValue, refuse: Refuse): AssetLimits {
  const members = new Members('assetLimits', value, ['count', 'bytes'], refuse)
  return {
    count: members.number('count', isCount, 'an integer, 0 or more') ?? defaultSettings.assetLimits.count,
    bytes: members.number('bytes', isCount, 'an integer, 0 or more') ?? defaultSettings.assetLimits.bytes,
  }
}
