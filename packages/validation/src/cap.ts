import type { RawFinding } from '@model-tasks/spec/validators'

/** So many findings of one sort are reported one by one; what comes after them is summarized in one. */
const maxPerSort = 20

/** What is reported: single findings, and under `more` what else the last of a sort stands for. */
export interface Capped {
  raw: RawFinding
  more: readonly RawFinding[]
}

/**
 * Findings in their order, except that of one rule at one parameter (of unknown parameters altogether) no more than 20
 * are reported; one more, the first of the rest, stands for the rest. A request of many mistakes gets a short answer.
 */
export function cap(found: readonly RawFinding[]): Capped[] {
  const sorts = new Map<string, number>()
  const rests = new Map<string, RawFinding[]>()
  const capped: Capped[] = []
  for (const raw of found) {
    const sort = raw.rule === 'unknown-parameter' ? raw.rule : `${raw.rule} ${raw.path.split('/', 2)[1] ?? ''}`
    const count = (sorts.get(sort) ?? 0) + 1
    sorts.set(sort, count)
    const rest = rests.get(sort)
    if (rest !== undefined) {
      rest.push(raw)
      continue
    }
    const more: RawFinding[] = []
    if (count > maxPerSort) rests.set(sort, more)
    capped.push({ raw, more })
  }
  return capped
}
