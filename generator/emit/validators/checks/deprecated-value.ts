import { report, type RawFinding } from '../checks.js'

/** A value that is accepted today and should no longer be used. */
export function deprecatedValue(
  findings: RawFinding[],
  name: string,
  value: unknown,
  rows: readonly (readonly [value: unknown, facts: Record<string, unknown>])[],
): void {
  const row = rows.find(([old]) => old === value)
  if (row) report(findings, 'value-deprecated', name, { ...row[1] })
}
