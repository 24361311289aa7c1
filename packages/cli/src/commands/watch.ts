import type { CallOptions, TaskHandle } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import { openConnection, pollInterval } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import type { Milestone } from '../failure/exit-codes.js'
import { timeoutOption } from '../result/destination-options.js'
import { failedOutcome, reportOutcomes, type Outcome } from '../result/outcome.js'
import { printJson, type Session } from '../session.js'
import { printable } from '@model-tasks/validation/printable'
import { clock } from '../terminal/progress.js'

/** Print every change of tasks, one per line. */
export const watch = defineCommand({
  name: 'watch',
  group: 'Tasks',
  summary: 'print every change of tasks until they have ended',
  description: 'Prints a line per change of some tasks until all have ended; with --json, each state as it arrived.',
  arguments: [{ name: 'id', description: 'task IDs', many: true, values: 'task' }],
  options: timeoutOption,
  examples: [{ command: 'watch task_1a2b', does: 'follow one task' }],
  online: true,
  async run(session, { args, options }) {
    const connection = await openConnection(session)
    const { progressFraction } = await import('@model-tasks/client')
    const call = {
      signal: connection.signal,
      timeout: options.timeout,
      ...(await pollInterval(connection, options.timeout)),
    }
    const started = session.now()
    const print = (task: Task): string => formatState(task, progressFraction(task))
    const outcomes = await Promise.all(
      args.map((id) =>
        follow(session, connection.client.task(id), call, print, (task) => {
          if (session.globals.json === true) printJson(session, task)
          else session.terminal.out(`${clock(session.now() - started)}  ${print(task)}\n`)
        }),
      ),
    )
    const failures = outcomes.filter(({ exit }) => exit !== 'ok')
    if (failures.length > 0) reportOutcomes(session, failures)
  },
})

async function follow(
  session: Session,
  handle: TaskHandle,
  call: CallOptions,
  format: (task: Task) => string,
  print: (task: Task) => void,
): Promise<Outcome> {
  let last = ''
  let reached: Milestone = 'nothing'
  try {
    for await (const task of handle.updates(call)) {
      reached = 'accepted'
      if (format(task) !== last) print(task)
      last = format(task)
    }
    const status = handle.task?.status ?? 'unknown'
    return {
      id: handle.id,
      status,
      reached: status === 'completed' ? 'completed' : 'accepted',
      exit: status === 'failed' ? 'failed' : 'ok',
      ...(typeof handle.task?.error === 'string' ? { error: handle.task.error } : {}),
    }
  } catch (error) {
    return failedOutcome(session, handle.id, undefined, error, reached)
  }
}

function formatState(task: Task, progress: number | undefined): string {
  const fraction = task.status === 'processing' ? progress : undefined
  return printable(`${task.id}  ${task.status}${fraction === undefined ? '' : ` ${Math.floor(fraction * 100)}%`}`)
}
