import { resultLocation } from '@model-tasks/client/policy'
import { formatCount } from '@model-tasks/validation/count'
import type { Task } from '@model-tasks/spec'
import { getCommand } from '../failure/next-command.js'
import { typed, type Session } from '../session.js'
import { printable } from '../terminal/printable.js'
import { megabytes } from '../terminal/progress.js'
import { storedExtensionAdvice } from './extension.js'
import type { Finished } from './finish.js'

/** Prints what became of a task: one JSON object, or the name of its file (the URL of its result when there is none). */
export function report(session: Session, { task, stored }: Finished): void {
  const { terminal, globals } = session
  const toStandardOutput = stored?.path === '-'
  if (globals.json === true) {
    const file = stored === undefined ? {} : { file: stored.path, bytes: stored.bytes }
    terminal.out(`${JSON.stringify({ ...task, ...file })}\n`)
    return
  }
  const url = resultLocation(task)
  if (stored !== undefined && !toStandardOutput) terminal.out(`${stored.path}\n`)
  else if (stored === undefined && url !== undefined) terminal.out(`${printable(url)}\n`)
  const advice =
    stored === undefined || toStandardOutput ? undefined : storedExtensionAdvice(stored.path, stored.contentType)
  if (advice !== undefined) terminal.err(`${terminal.paint.err.warning('advice')}  ${printable(advice)}\n`)
  if (globals.quiet === true) return
  terminal.err(`${summary(session, task, stored?.bytes)}\n`)
  if (stored === undefined && url !== undefined)
    terminal.err(
      `${terminal.paint.err.faint('The URL expires. Store the file with:')} ${typed(session, getCommand(task.id))}\n`,
    )
}

function summary({ terminal }: Session, task: Task, bytes: number | undefined): string {
  const paint = terminal.paint.err
  const { amount, status } = task
  const cost =
    typeof amount === 'number' || typeof amount === 'string'
      ? formatCount(Number(amount) === 1 ? 1 : amount, 'credit')
      : undefined
  const facts = [`task ${task.id}`, status, bytes === undefined ? undefined : megabytes(bytes), cost].filter(
    (fact) => fact !== undefined,
  )
  const label =
    status === 'completed'
      ? paint.good('done  ')
      : status === 'failed'
        ? paint.bad('failed')
        : paint.accent(printable(status))
  return `${label}  ${paint.faint(printable(facts.join(', ')))}`
}
