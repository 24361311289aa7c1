import type { Finding } from '@model-tasks/validation'
import { printable } from '@model-tasks/validation/printable'
import type { Terminal } from '../terminal/terminal.js'

/** Findings, one per line, errors first: severity, message, and faintly where the interface states it. */
export function formatFindings(terminal: Pick<Terminal, 'paint'>, findings: readonly Finding[]): string {
  const paint = terminal.paint.err
  const label = { error: paint.bad('error '), advice: paint.warning('advice') }
  return [...findings]
    .sort((one, other) => Number(other.severity === 'error') - Number(one.severity === 'error'))
    .map(
      (finding) =>
        `${label[finding.severity]}  ${printable(finding.message)} ${paint.faint(`[${printable(finding.source)}]`)}\n`,
    )
    .join('')
}
