import type { Task } from '@model-tasks/spec'
import { exitCodes, type Exit } from './exit-codes.js'
import { explain } from './failure.js'
import { resultUrl } from './result-url.js'
import type { Session } from './session.js'
import { printable } from './terminal/printable.js'
import { table } from './terminal/table.js'

/** What became of one of several tasks. */
export interface Outcome {
  id: string
  model?: string | undefined
  status: string
  file?: string
  error?: string
  task?: Task | undefined
  exit: Exit
}

/** What became of a task whose wait or download threw. */
export function failedOutcome(session: Session, id: string, model: string | undefined, error: unknown): Outcome {
  const failure = explain(error, { ...session.about, interrupted: session.signal.aborted })
  const task = error instanceof Error && 'task' in error ? (error.task as Task | undefined) : undefined
  return {
    id,
    model: model ?? task?.model,
    status: task?.status ?? 'unknown',
    error: failure.message,
    task,
    exit: failure.exit,
  }
}

/** Prints what became of several tasks, as a table or a JSON object a line, and sets the exit code. */
export function reportOutcomes(session: Session, outcomes: readonly Outcome[], json: boolean): void {
  const { terminal, signal } = session
  const exits = new Set(outcomes.map(({ exit }) => exit))
  const [only] = exits
  session.exit = signal.aborted
    ? 'interrupted'
    : exits.size === 1 && only !== undefined && (only === 'ok' || outcomes.length === 1)
      ? only
      : exits.size === 0
        ? 'ok'
        : 'partly'
  if (json) {
    for (const { exit, ...outcome } of outcomes)
      terminal.out(`${JSON.stringify({ ...outcome, exitCode: exitCodes[exit].code })}\n`)
    return
  }
  const paint = terminal.paint.out
  const rows = outcomes.map(({ id, model, status, file, error, task, exit }) => [
    exit === 'ok' ? paint.good(printable(status)) : paint.bad(printable(status)),
    ...[id, model ?? '', file ?? error?.split('\n')[0] ?? (task === undefined ? undefined : resultUrl(task)) ?? ''].map(
      printable,
    ),
  ])
  if (rows.length > 0)
    terminal.out(
      table([['STATUS', 'TASK', 'MODEL', 'RESULT'].map(paint.faint), ...rows], terminal.columns, {
        whole: [0, 1, 2, 3],
      }),
    )
}
