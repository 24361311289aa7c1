import type { Price, PricedModel } from '@model-tasks/spec/measures'

/** What the calculator of prices reads of a model. */
export interface PricedModelData {
  id: string
  subject: PricedModel
  prices: readonly Price[]
  /** Whether the catalogue states none of them. */
  isStandard: boolean
  /** The request that is priced, before the reader's choices are put into it. */
  body: Record<string, unknown>
  seconds: [number, number] | undefined
  resolutions: string[]
}
