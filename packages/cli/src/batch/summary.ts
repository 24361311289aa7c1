import { formatCount } from '@model-tasks/validation/count'
import type { Planned } from './plan.js'
import type { LineOutcome } from './run-line.js'

/** How the lines of a batch ended, in words: only what is not zero, but always the completed. */
export function summarize(outcomes: readonly LineOutcome[], credits: number): string {
  const count = (accept: (outcome: LineOutcome) => boolean): number => outcomes.filter(accept).length
  const counts: [number, string][] = [
    [count(({ status }) => status === 'failed'), 'failed'],
    [count(({ status }) => status === 'rejected'), 'rejected'],
    [count(({ status }) => status === 'running'), 'still running'],
    [count(({ status }) => status === 'not found'), 'not found'],
    [count(({ exit }) => exit === 'notStored' || exit === 'expired'), 'completed but not stored'],
    [count(({ status }) => status === 'unknown'), 'of unknown outcome'],
    [count(({ status }) => status === 'not submitted'), 'not submitted'],
  ]
  return [
    `${count(({ exit }) => exit === 'ok')} completed`,
    ...counts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`])),
    formatCount(credits, 'credit'),
  ].join(', ')
}

/** Whether running the same batch again would get any line further. */
export function canContinue(outcomes: readonly LineOutcome[]): boolean {
  return outcomes.some(
    ({ status, exit, final }) =>
      status === 'running' ||
      status === 'rejected' ||
      ((status === 'not submitted' || exit === 'notStored') && final !== true),
  )
}

/** The credits that the tasks of a batch cost, where the service names them or an earlier run has recorded them. */
export function creditsOf(outcomes: readonly LineOutcome[], planned: readonly Planned[]): number {
  return outcomes.reduce((sum, outcome, index) => {
    const state = planned[index]?.state
    const recorded = state?.id === outcome.id ? state.amount : undefined
    return sum + (typeof outcome.task?.amount === 'number' ? outcome.task.amount : (recorded ?? 0))
  }, 0)
}
