import { nonEmpty, report, type RawFinding } from '../checks.js'

/** A string whose values are a list that grows: one that was not known on the day of the list is accepted with a remark. */
export function listedValue(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  values: readonly string[],
  date: string,
): void {
  nonEmpty(findings, name, value, required)
  if (typeof value === 'string' && value && !values.includes(value)) report(findings, 'value-unlisted', name, { date })
}
