import { answered, text, type ModelTasksTool } from './tool.js'

/** Cancels a task. */
export const cancelTask: ModelTasksTool = {
  listed: {
    name: 'cancel_task',
    title: 'Cancel a task',
    description:
      'Asks the service to cancel a task that has not ended. Whether it still costs something is in the answer, or in get_task later.',
    inputSchema: {
      type: 'object',
      properties: { task_id: { type: 'string', description: 'As generate answered it.' } },
      required: ['task_id'],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  },
  async run(input, { caller, signal }) {
    const task = await caller().client.cancel(text(input, 'task_id'), { signal })
    return answered({ task_id: task.id, status: task.status, task: { ...task } })
  },
}
