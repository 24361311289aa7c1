import type { RawFinding } from '@model-tasks/spec/validators'

/** So many findings of one kind are told one by one; what comes after them is told in one. */
const most = 20

/** What is told of a request: single findings, and under `more` what else the last of a kind stands for. */
export interface Told {
  raw: RawFinding
  more: readonly RawFinding[]
}

/**
 * Findings in their order, except that of one rule at one parameter (of unknown parameters altogether) no more than 20
 * are told; one more, the first of the rest, stands for the rest. A request of many mistakes gets a short answer.
 */
export function cap(found: readonly RawFinding[]): Told[] {
  const kinds = new Map<string, number>()
  const rests = new Map<string, RawFinding[]>()
  const told: Told[] = []
  for (const raw of found) {
    const kind = raw.rule === 'unknown-parameter' ? raw.rule : `${raw.rule} ${raw.path.split('/', 2)[1] ?? ''}`
    const count = (kinds.get(kind) ?? 0) + 1
    kinds.set(kind, count)
    const rest = rests.get(kind)
    if (rest !== undefined) {
      rest.push(raw)
      continue
    }
    const more: RawFinding[] = []
    if (count > most) rests.set(kind, more)
    told.push({ raw, more })
  }
  return told
}
