import type { JsonObject } from './json.js'
import type { TaskKind } from './task/record.js'

/** What the door needs to know about a model. */
export interface ModelEntry {
  id: string
  kind: TaskKind
  available: boolean
  /** Why it is not available. */
  reason?: string
  /** Whether the catalogue has its parameters. */
  reference: boolean
  defaults: JsonObject
}

/** The models of the catalogue. */
export interface Models {
  find(id: string): ModelEntry | undefined
  all(): readonly ModelEntry[]
}
