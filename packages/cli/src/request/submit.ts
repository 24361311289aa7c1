import type { CallOptions, TaskHandle } from '@model-tasks/client'
import type { Connection } from '../connection/open-connection.js'
import type { Session } from '../session.js'
import { printable } from '../terminal/printable.js'
import { recordRequest, refuseIdentical, throwIdentical } from './identical.js'
import type { PreparedRequest } from './prepare.js'
import { requestDigest } from './request-digest.js'
import { sendLocalFiles } from './upload.js'

/** Sends a request that has been checked, where no identical one is under way or `again` is given, and prints the task's ID as soon as it is known. */
export async function submitRequest(
  session: Session,
  connection: Connection,
  { model, params }: PreparedRequest,
  { again, ...call }: CallOptions & { again: boolean },
): Promise<TaskHandle> {
  const { terminal, context } = session
  const digest = await requestDigest(model, params)
  if (!again) await refuseIdentical(session, connection, digest)
  const { model: _, ...given } = params
  const parameters = await sendLocalFiles(session, connection, model, given, call)
  const recorded = async (key: string): Promise<void> => {
    if (!again) await refuseIdentical(session, connection, digest, key)
  }
  const submitted = connection.client.custom(model, parameters, {
    ...call,
    journal: recordRequest(call.journal ?? connection.journal, digest, recorded),
    validate: 'off',
    onSubmitted: (id) => {
      context.reached = 'accepted'
      context.taskId = id
      if (session.globals.quiet !== true) terminal.err(`${terminal.paint.err.faint('task')}    ${printable(id)}\n`)
    },
  })
  return submitted.catch(throwIdentical)
}
