import type { Catalogue, JsonSchema, JsonValue } from '../catalogue.js'

/**
 * What a change means to callers. `breaking`: a request or program that worked is rejected or no longer compiles.
 * `danger`: it still works and does something else. `advice`: worth knowing. `note`: nothing to do.
 */
export type ChangeSeverity = 'note' | 'advice' | 'danger' | 'breaking'

/** The semver step a change needs. */
export type Step = 'patch' | 'minor' | 'major'

/** One difference, as a rule finds it. */
export interface Change {
  /** What changed: `sd_2.0_discount`, `sd_2.0_discount.duration`, `Task.progress`, `service.polling`. */
  subject: string
  /** What happened to it, in words that follow the subject. */
  message: string
  from?: JsonValue
  to?: JsonValue
  /** Where this change weighs otherwise than most of its rule. */
  severity?: ChangeSeverity
  step?: Step
}

/** One kind of difference between two catalogues. */
export interface DiffRule {
  /** Stable id. */
  id: string
  severity: ChangeSeverity
  step: Step
  /** What the rule reports, in one sentence. */
  summary: string
  compare(before: Catalogue, after: Catalogue): Iterable<Change>
}

/** A change with the rule that found it. */
export interface DiffEvent extends Change {
  rule: string
  severity: ChangeSeverity
  step: Step
  /** A request that proves it, and what it stands for. */
  witness?: { body: JsonSchema; now: 'rejected' | 'accepted'; rule: string; path: string }
}
