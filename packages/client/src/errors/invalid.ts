import type { Finding } from '@model-tasks/validation'
import type { Proved } from './model-tasks-error.js'
import { RequestInvalidError } from './request-invalid-error.js'

/** The error of an invalid request: one line per finding. */
export function invalid(what: string, findings: Finding[], proved: Proved = 'not sent'): RequestInvalidError {
  return new RequestInvalidError(invalidSummary(what, findings), { findings, proved })
}

/** What such an error says. */
export function invalidSummary(what: string, findings: readonly Finding[]): string {
  const lines = findings.filter(({ severity }) => severity === 'error').map(({ message }) => `\n- ${message}`)
  return `${what}, no task was created${lines.join('')}`
}
