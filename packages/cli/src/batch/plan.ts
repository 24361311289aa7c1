import { stepOf, type LineState, type Retry, type Step } from '@model-tasks/client/batch'
import type { Line } from './lines.js'

/** A line and what is to be done about it. */
export interface Planned {
  line: Line
  state: LineState | undefined
  step: Step
}

/** What continuing a batch means for each of its lines; see `stepOf`. */
export function plan(
  lines: readonly Line[],
  states: ReadonlyMap<string, LineState>,
  { idempotent, retry }: { idempotent: boolean; retry: Retry | undefined },
): Planned[] {
  return lines.map((line) => {
    const state = states.get(line.identity)
    return { line, state, step: stepOf(state, idempotent, retry) }
  })
}
