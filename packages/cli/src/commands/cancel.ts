import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { report } from '../result/report.js'

/** Cancel a task: an extension of the interface. */
export const cancel = defineCommand({
  name: 'cancel',
  group: 'Tasks',
  summary: 'cancel a task that has not ended (an extension)',
  description: 'Cancels a task that has not ended. An extension of the interface: not every service offers it.',
  arguments: [{ name: 'id', description: 'a task ID', values: 'task' }],
  options: {},
  examples: [{ command: 'cancel task_1a2b', does: 'cancel a task' }],
  online: true,
  async run(session, { args: [id = ''] }) {
    const { client, signal } = await openConnection(session)
    session.context.taskId = id
    report(session, { task: await client.cancel(id, { signal }) })
  },
})
