import { formatCount } from '@model-tasks/validation/count'
import type { Outcome } from '../result/outcome.js'

/** How the lines of a batch ended, in words: only what is not zero, but always the completed. */
export function summarize(outcomes: readonly Outcome[], credits: number): string {
  const count = (accept: (outcome: Outcome) => boolean): number => outcomes.filter(accept).length
  const counts: [number, string][] = [
    [count(({ status }) => status === 'failed'), 'failed'],
    [count(({ status }) => status === 'rejected'), 'rejected'],
    [count(({ status }) => status === 'running'), 'still running'],
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
export function canContinue(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(
    ({ status, exit, final }) =>
      status === 'running' ||
      (status === 'not submitted' && final !== true) ||
      status === 'rejected' ||
      exit === 'notStored' ||
      exit === 'expired',
  )
}

/** The credits of a batch, where the service names them. */
export function creditsOf(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, { task }) => sum + (typeof task?.amount === 'number' ? task.amount : 0), 0)
}
