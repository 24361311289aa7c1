import type { PriceLine, PriceTier } from '@model-tasks/spec/measures'

/** The price of a model from some time on, in the language of the catalogue. */
export interface Price {
  /** In milliseconds since the Unix epoch; -Infinity: always. */
  from: number
  lines: readonly PriceLine[]
  /** The first that applies takes the place of `lines`. */
  tiers: readonly PriceTier[]
}
