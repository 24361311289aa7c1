import { announcements } from '@model-tasks/spec/facts'
import type { RawFinding } from '@model-tasks/spec/validators'

/**
 * What a validator found, as it stands at `now` (milliseconds since 1970): validators know no clock and announce, as
 * advice, what is rejected from a date on. A date begins at midnight UTC.
 */
export function inForce(found: RawFinding[], now: number): RawFinding[] {
  const today = new Date(now).toISOString().slice(0, 10)
  return found.map((finding) => {
    const becomes = announcements[finding.rule]
    const date = becomes === undefined ? undefined : finding.params[becomes.on]
    return becomes !== undefined && typeof date === 'string' && date <= today
      ? { ...finding, rule: becomes.rule }
      : finding
  })
}
