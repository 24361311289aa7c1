import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { destinationOf, outOptions, timeoutOption } from '../result/destination-options.js'
import { settle } from '../result/settle.js'

/** Store the results of tasks. */
export const download = defineCommand({
  name: 'download',
  group: 'Tasks',
  summary: 'store the results of tasks, waiting for those that have not ended',
  description:
    'Stores the results of tasks, and waits for those that have not ended. Without --out, each result is stored as {id}.{ext} in the current folder.',
  arguments: [{ name: 'id', description: 'task IDs', many: true, values: 'task' }],
  options: { ...outOptions, ...timeoutOption },
  examples: [
    { command: 'download task_1a2b task_3c4d --out clips/', does: 'store two results in a folder' },
    { command: "download task_1a2b --out 'clips/{model}-{id}.{ext}'", does: 'name the file after its model and task' },
  ],
  online: true,
  async run(session, { args, options }) {
    const destination = await destinationOf(
      session,
      { ...options, out: options.out ?? '{id}.{ext}' },
      { count: args.length },
    )
    const connection = await openConnection(session)
    await settle(
      session,
      connection,
      args.map((id) => connection.client.task(id)),
      () => destination,
      options.timeout,
    )
  },
})
