import { broken, report, type RawFinding } from '../checks.js'

/** A rule over numbers that is broken where something is to be said of it. */
export function brokenNumbers(
  findings: RawFinding[],
  rule: string,
  names: readonly string[],
  values: readonly unknown[],
  said: Record<string, unknown> | undefined,
): void {
  if (said === undefined) return
  const own: RawFinding[] = []
  broken(own, rule, names, values)
  for (const { path, params } of own) report(findings, rule, path.slice(1), { ...params, ...said })
}
