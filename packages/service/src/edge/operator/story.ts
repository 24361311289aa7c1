import { formatCount } from '@model-tasks/validation/count'
import { creditsOf } from '../../domain/money/credits.js'
import type { LedgerEntry, OperatorAction, StoryDelivery } from '../../keep/store/operator-store.js'
import type { PolledState, Refusal } from '../../keep/store/task-queue.js'
import type { TaskView } from '../../domain/task/record.js'

/** What is kept about a task. */
export interface StoryParts {
  task: TaskView
  ledger: readonly LedgerEntry[]
  refusals: readonly Refusal[]
  polled: readonly PolledState[]
  deliveries: readonly StoryDelivery[]
  actions: readonly OperatorAction[]
}

/** A step of a task. */
export interface StoryStep {
  /** In milliseconds since the Unix epoch; undefined where only the order is known. */
  at: number | undefined
  what: string
  detail?: string | undefined
}

/** What happened to a task, from what is kept, in order. A step whose time was not kept stands where it belongs. */
export function storyOf({ task, ledger, refusals, polled, deliveries, actions }: StoryParts): StoryStep[] {
  const steps: StoryStep[] = [
    { at: task.created, what: 'Submitted', detail: task.routing },
    ...ledger.map(ledgerStep),
    ...refusals.map(({ upstream, at, proof }) => ({ at, what: `Declined by ${upstream}`, detail: proof })),
    ...(task.tried ?? []).map(({ model, reason, message, at }, index) => ({
      at,
      what: `Falls back from ${model} to ${task.tried?.[index + 1]?.model ?? task.model}: ${reason}`,
      detail: message,
    })),
    ...submissionSteps(task),
    ...polled.map(polledStep),
    ...actions.map(({ at, who, action, detail }) => ({ at, what: `${action} by ${who}`, detail })),
    ...endSteps(task),
    ...deliveries.map(deliveryStep),
  ]
  // What has no time keeps its place behind the step before it.
  let last = task.created
  return steps
    .map((step, index) => ({ step, index, at: (last = step.at ?? last) }))
    .sort((one, other) => one.at - other.at || one.index - other.index)
    .map(({ step }) => step)
}

function ledgerStep({ at, kind, available, held }: LedgerEntry): StoryStep {
  const credits = (sum: number): string => formatCount(creditsOf(sum), 'credit')
  if (kind === 'hold') return { at, what: `Held ${credits(held)}` }
  return kind === 'settle'
    ? {
        at,
        what: `Settled: ${credits(-held - available)} spent`,
        detail: available > 0 ? `${credits(available)} given back` : undefined,
      }
    : { at, what: `Released: ${credits(available)} given back` }
}

function submissionSteps({ submission, queue, cancelReason }: TaskView): StoryStep[] {
  const { state, at, attempts, acceptedAt, reference, doubt, identity } = submission
  if (state === 'none') return []
  const asked = [attempts === undefined ? undefined : `attempt ${attempts}`, identity && `as ${identity}`]
  const detail = asked.filter((one) => one !== undefined).join(', ')
  return [
    { at, what: `Asked ${queue}`, detail: detail === '' ? undefined : detail },
    ...(doubt === undefined ? [] : [{ at: undefined, what: 'An answer that is inconclusive', detail: doubt }]),
    ...(state === 'accepted' ? [{ at: acceptedAt, what: `Taken by ${queue}`, detail: reference }] : []),
    ...(cancelReason === undefined ? [] : [{ at: undefined, what: 'To be cancelled', detail: cancelReason }]),
  ]
}

function polledStep({ at, state, progress }: PolledState): StoryStep {
  return {
    at,
    what: `Polled: “${state}”`,
    detail: progress === undefined ? undefined : `${Math.round(progress * 100)} %`,
  }
}

function endSteps({ status, ended, result, error, errorClass, upstreamWord, submission }: TaskView): StoryStep[] {
  const said =
    upstreamWord === undefined || submission.reference === undefined
      ? []
      : [{ at: ended, what: `Polled last: “${upstreamWord}”` }]
  if (status === 'completed')
    return [
      ...said,
      {
        at: ended,
        what: result === undefined ? 'Completed; its file has been removed since' : 'Stored and completed',
        detail: result && `${result.contentType}, ${formatCount(result.bytes, 'byte')}`,
      },
    ]
  return status === 'failed'
    ? [...said, { at: ended, what: `Failed: ${errorClass ?? 'class not recorded'}`, detail: error }]
    : said
}

function deliveryStep({ receiver, type, attempts, due, answer }: StoryDelivery): StoryStep {
  const tried = `${formatCount(attempts, 'attempt')}${answer === undefined ? '' : `, the last: ${answer}`}`
  return due === undefined
    ? { at: undefined, what: `Not told ${receiver} ${type}: given up`, detail: tried }
    : { at: due, what: `To be told ${receiver}: ${type}`, detail: tried }
}
