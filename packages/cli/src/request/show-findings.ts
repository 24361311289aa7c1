import type { Finding } from '@model-tasks/validation'
import { printable } from '../terminal/printable.js'
import type { Terminal } from '../terminal/terminal.js'

/** Findings a line each, errors first: a mark, the message, and faintly where the interface says so. */
export function showFindings(terminal: Terminal, findings: readonly Finding[]): string {
  const paint = terminal.paint.err
  const mark = { error: paint.bad('error '), advice: paint.warning('advice') }
  return [...findings]
    .sort((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'))
    .map(
      (finding) =>
        `${mark[finding.severity]}  ${printable(finding.message)} ${paint.faint(`[${printable(finding.source)}]`)}\n`,
    )
    .join('')
}
