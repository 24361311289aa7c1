import type { PricedModel } from './money/priced-models.js'
import type { TaskKind } from './task/record.js'

/** What the HTTP API needs to know about a model. */
export interface ModelEntry {
  id: string
  kind: TaskKind
  available: boolean
  /** Why it is not available. */
  reason?: string
  /** Whether the catalogue has its parameters. */
  reference: boolean
  /** What its price may depend on. */
  priced: PricedModel
}

/** The models of the catalogue. */
export interface Models {
  find(id: string): ModelEntry | undefined
  all(): readonly ModelEntry[]
}
