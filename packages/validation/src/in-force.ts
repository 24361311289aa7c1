import type { RawFinding } from '@model-tasks/spec/validators'

/** The finding that takes the place of an announcement once its date has come, and the member that holds the date. */
const announcements: ReadonlyMap<string, { date: 'until' | 'from'; rule: string }> = new Map([
  ['parameter-deprecated', { date: 'until', rule: 'parameter-retired' }],
  ['model-deprecated', { date: 'until', rule: 'model-retired' }],
  ['limit-upcoming', { date: 'from', rule: 'limit-effective' }],
])

/**
 * What a validator found, as it stands at `now` (milliseconds since 1970): validators know no clock and announce, as
 * advice, what is rejected from a date on. A date begins at midnight UTC.
 */
export function inForce(found: RawFinding[], now: number): RawFinding[] {
  const today = new Date(now).toISOString().slice(0, 10)
  return found.map((finding) => {
    const announced = announcements.get(finding.rule)
    const date = announced === undefined ? undefined : finding.params[announced.date]
    return announced !== undefined && typeof date === 'string' && date <= today
      ? { ...finding, rule: announced.rule }
      : finding
  })
}
