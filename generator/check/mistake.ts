import type { Spec } from '../load/spec.js'
import type { DiagnosticCode } from './codes.js'

/** A mistake as a pass sees it: which code, and where. `checkSpec` turns it into a diagnostic with line and column. */
export interface Mistake {
  code: DiagnosticCode
  /** Path below `spec/`. */
  file: string
  /** Keys and indices that lead to the offending value. */
  path: readonly (string | number)[]
  /** Whether the key is what offends (an unknown keyword) rather than its value. */
  at?: 'key' | 'value'
  /** Character offset, where no path leads to the place: broken syntax, a key that is there twice. */
  offset?: number
  /** What is wrong, in one sentence without a full stop. */
  message: string
  /** What to do in this very case; the code's general hint otherwise. */
  hint?: string
}

/** One check over the whole specification. Passes know nothing of each other and bear with files of any form. */
export type Pass = (spec: Spec) => Iterable<Mistake>
