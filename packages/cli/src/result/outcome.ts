import { resultLocation } from '@model-tasks/client/policy'
import type { Task } from '@model-tasks/spec'
import { clientFailure, type ClientFailure } from '../failure/client-failure.js'
import { exitCodes, type Exit, type Milestone } from '../failure/exit-codes.js'
import { explain, type Failure } from '../failure/failure.js'
import { printJson, printNext, type Session } from '../session.js'
import type { NextCommand } from '../failure/next-command.js'
import { printable } from '@model-tasks/validation/printable'
import { table } from '../terminal/table.js'

/** What became of one of several tasks. */
export interface Outcome {
  id: string
  model?: string | undefined
  status: string
  reached: Milestone
  file?: string | undefined
  error?: string
  task?: Task | undefined
  /** The HTTP status of the answer that ended it, where one did. */
  httpStatus?: number | undefined
  exit: Exit
  next?: readonly NextCommand[]
}

/** What became of a task whose wait or download threw after it had reached `reached`. */
export function failedOutcome(
  session: Session,
  id: string,
  model: string | undefined,
  error: unknown,
  reached: Milestone,
): Outcome {
  const { env, signal, start, words } = session
  const failure = explain(error, { env, signal, start, words, context: { ...session.context, taskId: id, reached } })
  const client = clientFailure(error)
  const task = client?.task
  return {
    id,
    model: model ?? task?.model,
    status: statusOf(failure, client, id),
    reached: failure.reached,
    error: failure.message,
    task,
    ...(client?.status === undefined ? {} : { httpStatus: client.status }),
    exit: failure.exit,
    next: failure.next,
  }
}

/** What is known of a task whose wait or download threw. A 404 without an ID is about a submit or an upload. */
function statusOf({ exit, reached }: Failure, client: ClientFailure | undefined, id: string): string {
  if (exit === 'notFound' || (exit === 'rejected' && client?.status === 404 && id !== '')) return 'not found'
  return client?.task?.status ?? (reached === 'completed' ? 'completed' : 'unknown')
}

/** Prints what became of several tasks, as a table or one JSON object per line, and sets the exit code. */
export function reportOutcomes(session: Session, outcomes: readonly Outcome[]): void {
  const { terminal, signal, globals } = session
  session.exit = exitOf(outcomes, signal.aborted)
  if (globals.json === true) {
    for (const { exit, next: _, ...outcome } of outcomes)
      printJson(session, { ...outcome, exitCode: exitCodes[exit].code })
    return
  }
  if (outcomes.length > 0) terminal.out(outcomeTable(session, outcomes))
  if (globals.quiet !== true)
    printNext(
      session,
      outcomes.flatMap(({ next }) => next ?? []),
    )
}

/** The exit code of several tasks: that of all where they agree, 130 after Ctrl-C, else 12. */
export function exitOf(outcomes: readonly Outcome[], aborted: boolean): Exit {
  const exits = new Set(outcomes.map(({ exit }) => exit))
  if (exits.size === 0 || (exits.size === 1 && exits.has('ok'))) return 'ok'
  if (aborted) return 'interrupted'
  const [only] = exits
  return outcomes.length === 1 && only !== undefined ? only : 'partly'
}

/** Several outcomes as a table. */
function outcomeTable({ terminal }: Session, outcomes: readonly Outcome[]): string {
  const paint = terminal.paint.out
  const rows = outcomes.map(({ id, model, status, file, error, task, exit }) => [
    exit === 'ok' ? paint.good(printable(status)) : paint.bad(printable(status)),
    ...[
      id,
      model ?? '',
      file ?? error?.split('\n')[0] ?? (task === undefined ? undefined : resultLocation(task)) ?? '',
    ].map(printable),
  ])
  return table([['STATUS', 'TASK', 'MODEL', 'RESULT'].map(paint.faint), ...rows], terminal.columns, {
    whole: [0, 1, 2, 3],
  })
}
