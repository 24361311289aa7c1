import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { timeoutOption } from '../result/destination-options.js'
import { settle } from '../result/settle.js'

/** Wait until tasks have ended. */
export const wait = defineCommand({
  name: 'wait',
  group: 'Tasks',
  summary: 'wait until tasks have ended',
  description: 'Waits until every one of some tasks has ended, and prints how each did.',
  arguments: [{ name: 'id', description: 'task IDs', many: true, values: 'task' }],
  options: timeoutOption,
  examples: [{ command: 'wait task_1a2b task_3c4d --timeout 10m', does: 'wait for two tasks for at most ten minutes' }],
  online: true,
  async run(session, { args, options }) {
    const connection = await openConnection(session)
    await settle(
      session,
      connection,
      args.map((id) => connection.client.task(id)),
      () => undefined,
      options.timeout,
    )
  },
})
