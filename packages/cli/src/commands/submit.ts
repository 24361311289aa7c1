import { openConnection, pollInterval } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { againOption } from '../request/again.js'
import { prepareRequest, quoteOption, requestArguments, requestOptions } from '../request/prepare.js'
import { submitRequest } from '../request/submit.js'
import { getCommand } from '../failure/next-command.js'
import { printJson, printNext } from '../session.js'
import { printable } from '@model-tasks/validation/printable'
import { timeoutOption } from '../result/destination-options.js'

/** Submit a task and print its ID. */
export const submit = defineCommand({
  name: 'submit',
  group: 'Tasks',
  summary: 'submit a task and print its ID',
  description:
    'Submits a task and prints its ID, without waiting for it. Exit code 0 means that the task was accepted.',
  arguments: requestArguments,
  options: { ...timeoutOption, ...requestOptions, ...quoteOption, ...againOption },
  examples: [
    { command: "submit beta-5.0 prompt='A paper boat'", does: 'print the ID of a new task' },
    { command: 'submit @body.json', does: 'send a whole request body from a file' },
  ],
  online: true,
  async run(session, { args, options }) {
    session.context.submits = true
    const request = await prepareRequest(session, args, options)
    if (request === undefined) return
    const connection = await openConnection(session)
    // Its journal names the account, where the service declares it.
    await pollInterval(connection, options.timeout)
    const { terminal, globals } = session
    const quiet = { ...session, globals: { ...globals, quiet: true } }
    const handle = await submitRequest(quiet, connection, request, {
      signal: connection.signal,
      again: options.again,
      timeout: options.timeout,
    })
    if (globals.json === true) printJson(session, handle.task ?? handle)
    else terminal.out(`${printable(handle.id)}\n`)
    if (globals.quiet !== true && globals.json !== true) printNext(session, [getCommand(handle.id)])
  },
})
