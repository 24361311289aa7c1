import type { CallOptions, TaskHandle } from '@model-tasks/client'
import type { CommonOptions, Line, Session } from '../session.js'
import type { PreparedRequest } from './prepare.js'

/** Submits a request that has been checked, and says the task's id as soon as it is known. */
export async function submitRequest(
  session: Session,
  { client }: Line,
  { model, body }: PreparedRequest,
  call: CallOptions,
  options: CommonOptions,
): Promise<TaskHandle> {
  const { terminal } = session
  const parameters = Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'model'))
  return client.custom(model, parameters, {
    ...call,
    validate: 'off',
    onSubmitted: (id) => {
      if (options.quiet !== true) terminal.err(`${terminal.paint.err.faint('task')}    ${id}\n`)
    },
  })
}
