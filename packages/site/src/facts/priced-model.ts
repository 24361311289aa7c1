import type { ModelKind } from '@model-tasks/spec/catalogue'
import type { Price, PricedModel } from '@model-tasks/spec/measures'

/** What prices of a model are computed from. */
export interface ModelPrices {
  id: string
  subject: PricedModel
  prices: readonly Price[]
  /** Whether the catalogue states none of them. */
  isStandard: boolean
}

/** What the calculator of prices reads of a model. */
export interface PricedModelData extends ModelPrices {
  /** The request that is priced, before the reader's choices are put into it. */
  body: Record<string, unknown>
  seconds: [number, number] | undefined
  resolutions: string[]
}

/** What is known of a model that answers whether it takes a request. */
export interface AskedModel extends ModelPrices {
  kind: ModelKind
  /** Whether its parameters are published. */
  reference: boolean
  /** The names of its parameters. */
  names: string[]
  /** Why it cannot be invoked, where it cannot. */
  closed?: string
}
