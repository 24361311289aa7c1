import type { JsonValue } from '@model-tasks/spec'

/** One mistake in a request (`error`: it would be rejected), or one remark about it (`advice`). */
export interface Finding {
  /** Stable id, such as `enum` or a model's own `scenarios-mixed`. */
  rule: string
  severity: 'error' | 'advice'
  /** JSON pointer into the request body, such as `/reference_images/0`; empty for the body itself. */
  path: string
  /** The parameter the path lies in. */
  parameter?: string
  /** One sentence: where, what is wrong, what is allowed. Never holds a whole prompt. */
  message: string
  /** What was sent, where it is short enough to show. */
  received?: JsonValue
  limit?: number
  allowed?: JsonValue[]
  /** A value (or, for an unknown parameter, a name) that would have been right. */
  suggestion?: JsonValue
  /** Section of the interface and the row or item in it. */
  source: string
}

/** What was found out about one request. */
export interface Report {
  /** True when there is no finding of severity `error`. */
  ok: boolean
  /** The Model ID the request was checked as; undefined when `model` names none. */
  model: string | undefined
  findings: Finding[]
}

/** A finding as one line for a terminal or a log: severity, message and source. */
export function formatFinding(finding: Finding): string {
  return `${finding.severity}: ${finding.message} [${finding.source}]`
}

/** A report on these findings. */
export function reportOf(model: string | undefined, findings: Finding[]): Report {
  return { ok: findings.every((finding) => finding.severity !== 'error'), model, findings }
}
