import { present, report, type RawFinding } from '../checks.js'

/** One of a closed set of values of several types. */
export function mixedChoice(
  findings: RawFinding[],
  name: string,
  value: unknown,
  required: boolean,
  allowed: readonly unknown[],
): void {
  if (present(findings, name, value, required) && !allowed.includes(value))
    report(findings, 'enum', name, { allowed: [...allowed] })
}
