import type { StatedPrice } from '../catalogue.js'
import type { Price } from '../measures/price.js'
import { present } from '../kinds/kind.js'
import type { Reader } from './reader.js'

/** What a task costs, by the dates from which it counts. `check` holds it against what the model has. */
export function readPrices(schema: Reader): StatedPrice[] {
  return schema.objects('x-price').map((price) => ({
    ...present({ from: price.optionalText('from') }),
    // The meta-schema says what lines and tiers may hold.
    lines: price.list('lines') as unknown as Price['lines'],
    ...present({ tiers: price.raw('tiers') as unknown as Price['tiers'] }),
    source: price.source(),
  }))
}
