import type { JsonValue } from '../../src/base/json.js'
import type { Prices } from '../../src/domain/money/price.js'
import { pricesOf } from '../../src/settings/price-settings.js'
import { SettingsError } from '../../src/settings/settings-error.js'

/** The member `prices` of a configuration file, read. */
export function prices(member: JsonValue): Prices {
  return pricesOf(member, (why) => new SettingsError(why))
}
