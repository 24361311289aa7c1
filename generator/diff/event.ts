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
  /** Which end of what is accepted changed, where a limit did. */
  side?: 'lower' | 'upper'
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
  /** What proves it, where something does. */
  witness?: Witness
}

/** Something that one state of the catalogue accepts or promises, and the other does not. */
export type Witness = RequestWitness | FileWitness | AnswerWitness

/** A request that one state lets pass and the other rejects. */
export interface RequestWitness extends Verdict {
  body: JsonSchema
  /** The day, such as `2027-01-31`, as of which they disagree, where that is one to come. */
  asOf?: string
}

/** What is measured of a file that one state lets pass and the other rejects. */
export interface FileWitness extends Verdict {
  file: JsonSchema
  /** A request in which the limit counts, where it does not in every one. */
  request?: JsonSchema
  /** The condition under which it counts, in words. */
  where?: string
}

interface Verdict {
  /**
   * `rejected`: it passed before. `accepted`: it passes now. `advised`: it passes as before, and is advised against now.
   * `listed`: it is no longer advised against.
   */
  now: 'rejected' | 'accepted' | 'advised' | 'listed'
  /** The rule and the place by which the other state rejects it, or advises against it. */
  rule: string
  path: string
}

/** An answer that programs could not meet before, or on which they relied and that no longer comes. */
export interface AnswerWitness {
  now: 'possible' | 'impossible'
  /** The field of the Task that it is about. */
  path: string
  answer: JsonSchema
}

/** What two catalogues disagree about, and what shows it. */
export interface Disagreement<W extends Witness = Witness> {
  /** A model, a parameter or a field of the Task, as the events name them. */
  subject: string
  witness: W
}
