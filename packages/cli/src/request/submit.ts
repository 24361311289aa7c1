import type { CallOptions, TaskHandle } from '@model-tasks/client'
import type { Connection } from '../connection/open-connection.js'
import type { Session } from '../session.js'
import { printable } from '../terminal/printable.js'
import type { PreparedRequest } from './prepare.js'
import { sendLocalFiles } from './upload.js'

/** Sends a request that has been checked, and prints the task's ID as soon as it is known. */
export async function submitRequest(
  session: Session,
  connection: Connection,
  { model, params }: PreparedRequest,
  call: CallOptions,
): Promise<TaskHandle> {
  const { terminal, context } = session
  const { model: _, ...given } = params
  const parameters = await sendLocalFiles(session, connection, model, given, call)
  return connection.client.custom(model, parameters, {
    ...call,
    validate: 'off',
    onSubmitted: (id) => {
      context.reached = 'accepted'
      context.taskId = id
      if (session.globals.quiet !== true) terminal.err(`${terminal.paint.err.faint('task')}    ${printable(id)}\n`)
    },
  })
}
