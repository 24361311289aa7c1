import { Budget, isSubmit, spentOn, type Retry } from '@model-tasks/client/batch'
import { formatCount } from '@model-tasks/validation/count'
import type { Board } from '../terminal/board.js'
import type { Planned } from './plan.js'
import type { LineOutcome } from './run-line.js'

export interface RunOptions {
  concurrency: number
  /** Credits after which nothing more is submitted, with those of earlier runs. */
  budget: number | undefined
  /** Which lines are submitted anew once following their task has shown that it leads nowhere. */
  retry: Retry | undefined
  signal: AbortSignal
  board: Board
  /** What a line would cost, where the service can say so. */
  quote: (planned: Planned) => Promise<number | undefined>
}

/**
 * Runs the lines of a batch, `concurrency` at once, in the order of the file. Stops submitting when the signal fires, when
 * the budget is used up, and after an answer that every further submit would get too (401, 402); what is under way then is
 * still waited for, unless the signal fired. `run` does one line and throws nothing.
 */
export async function runBatch(
  planned: readonly Planned[],
  { concurrency, budget = Infinity, retry, signal, board, quote }: RunOptions,
  run: (planned: Planned) => Promise<LineOutcome>,
): Promise<LineOutcome[]> {
  const outcomes = new Array<LineOutcome | undefined>(planned.length)
  const credits = new Budget(budget, spentOn(planned.map(({ state }) => state)))
  let stop: Stop | undefined
  let next = 0

  /** Does a line; one that an earlier run has submitted, and whose cost is not recorded yet, may still cost what such lines do. */
  async function attempt(each: Planned): Promise<LineOutcome> {
    const submits = isSubmit(each.step)
    const pays = submits || (each.step.kind === 'follow' && each.state?.amount === undefined)
    if (signal.aborted || (submits && stop !== undefined)) return notBegun(each, stop ?? { reason: 'interrupted' })
    if (!pays) return run(each)
    const settle = await credits.reserve(each.line.model, credits.isLimited && submits ? await quote(each) : undefined)
    if (settle === undefined && submits) {
      stop ??= {
        reason: `the budget of ${formatCount(budget, 'credit')} is used up; continue with a larger --budget`,
        final: true,
      }
      return notBegun(each, stop)
    }
    // What ended submitting, while this one waited for room.
    if (signal.aborted || (submits && stop !== undefined)) {
      settle?.({ amount: undefined })
      return notBegun(each, stop ?? { reason: 'interrupted' })
    }
    const outcome = await run(each)
    const amount = typeof outcome.task?.amount === 'number' ? outcome.task.amount : undefined
    settle?.({ amount, open: outcome.reached === 'accepted' || outcome.reached === 'unknown' })
    return outcome
  }

  async function lane(): Promise<void> {
    for (let index = next++; index < planned.length; index = next++) {
      const each = planned[index]
      if (each === undefined) return
      const first = await attempt(each)
      const again = retry !== undefined && first.retry === retry && each.step.kind === 'follow'
      const outcome = again ? await attempt({ ...each, step: { kind: 'submit' } }) : first
      outcomes[index] = outcome
      if (outcome.exit === 'authentication' || /* no credits */ outcome.httpStatus === 402)
        stop ??= { reason: `submitting stopped: ${outcome.error ?? ''}` }
      board.ended(outcome.id === '' ? undefined : outcome.id, kindOf(outcome), outcome.task?.amount)
    }
  }

  await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, planned.length)) }, lane))
  return outcomes.filter((outcome) => outcome !== undefined)
}

function kindOf({ exit, status }: LineOutcome): 'completed' | 'failed' | 'skipped' {
  if (exit === 'ok') return 'completed'
  return status === 'failed' || status === 'rejected' ? 'failed' : 'skipped'
}

/** Why nothing more is submitted; `final` where the same command would stop there again. */
interface Stop {
  reason: string
  final?: boolean
}

/** A line that was not begun in this run; its task may run all the same, from an earlier one. */
function notBegun({ line, step, state }: Planned, { reason, final = false }: Stop): LineOutcome {
  const accepted = step.kind === 'follow'
  const status = accepted
    ? state?.status === 'completed'
      ? 'completed'
      : 'running'
    : step.kind === 'unknown' || step.kind === 'repeat'
      ? 'unknown'
      : step.kind === 'failed'
        ? 'failed'
        : 'not submitted'
  return {
    id: 'id' in step ? step.id : '',
    model: line.model,
    status,
    reached:
      status === 'completed'
        ? 'completed'
        : accepted || status === 'failed'
          ? 'accepted'
          : status === 'unknown'
            ? 'unknown'
            : 'nothing',
    error: reason,
    final,
    exit: accepted
      ? 'interrupted'
      : status === 'unknown'
        ? 'submitUnknown'
        : status === 'failed'
          ? 'failed'
          : 'stopped',
  }
}
