import type { CallOptions, TaskHandle } from '@model-tasks/client'
import type { Connection } from '../connection/open-connection.js'
import type { Session } from '../session.js'
import { printable } from '@model-tasks/validation/printable'
import type { PreparedRequest } from './prepare.js'
import { printUploads } from './upload.js'

/** Sends a request that has been checked, where no identical one is under way or `again` is given, and prints the task's ID as soon as it is known. */
export async function submitRequest(
  session: Session,
  { client, signal }: Connection,
  { model, params }: PreparedRequest,
  call: CallOptions & { again: boolean },
): Promise<TaskHandle> {
  const { terminal, context } = session
  const { model: _, ...parameters } = params
  return client.custom(model, parameters, {
    ...call,
    signal,
    validate: 'off',
    onUploaded: printUploads(session),
    onSubmitted: (id) => {
      context.reached = 'accepted'
      context.taskId = id
      if (session.globals.quiet !== true) terminal.err(`${terminal.paint.err.faint('task')}    ${printable(id)}\n`)
    },
  })
}
