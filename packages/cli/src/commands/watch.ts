import { progressFraction, type TaskHandle } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import { failedOutcome, reportOutcomes, type Outcome } from '../outcome.js'
import { openLine, pace, type CommonOptions, type Session } from '../session.js'
import { printable } from '../terminal/printable.js'
import { clock } from '../terminal/progress.js'
import type { AddCommand } from './command.js'

/** `watch`: every change of tasks, a line each. */
export const addWatch: AddCommand = (program, session) => {
  const command = program
    .command('watch')
    .summary('print every change of tasks until they have ended')
    .description(
      'Prints a line for every change of some tasks until all have ended; with --json each state as it came.',
    )
    .argument('<id...>', 'task ids')
  command.action(async (ids: string[]) => {
    const options = command.optsWithGlobals<CommonOptions>()
    const line = await openLine(session, options)
    const call = { signal: line.signal, ...(await pace(line)) }
    const started = session.now()
    const outcomes = await Promise.all(
      ids.map((id) =>
        follow(session, line.client.task(id), call, (task) => {
          session.terminal.out(
            options.json === true ? `${JSON.stringify(task)}\n` : `${clock(session.now() - started)}  ${said(task)}\n`,
          )
        }),
      ),
    )
    const failures = outcomes.filter(({ exit }) => exit !== 'ok')
    if (failures.length > 0) reportOutcomes(session, failures, options.json === true)
  })
}

async function follow(
  session: Session,
  handle: TaskHandle,
  call: Parameters<TaskHandle['updates']>[0],
  show: (task: Task) => void,
): Promise<Outcome> {
  let last = ''
  try {
    for await (const task of handle.updates(call)) {
      if (said(task) !== last) show(task)
      last = said(task)
    }
    const status = handle.task?.status ?? 'unknown'
    return {
      id: handle.id,
      status,
      exit: status === 'failed' ? 'failed' : 'ok',
      ...(typeof handle.task?.error === 'string' ? { error: handle.task.error } : {}),
    }
  } catch (error) {
    return failedOutcome(session, handle.id, undefined, error)
  }
}

function said(task: Task): string {
  const fraction = task.status === 'processing' ? progressFraction(task) : undefined
  return printable(`${task.id}  ${task.status}${fraction === undefined ? '' : ` ${Math.floor(fraction * 100)}%`}`)
}
