import { answerFor, longestWait } from '../task-answer.js'
import { text, waitSeconds, type ModelTasksTool } from './tool.js'

/** How a task stands, and its result. */
export const getTask: ModelTasksTool = {
  listed: {
    name: 'get_task',
    title: 'Get a task',
    description: 'Waits for a task and answers its result as links once it is completed, or its status. Free.',
    inputSchema: {
      type: 'object',
      properties: {
        task_id: { type: 'string', description: 'As generate answered it.' },
        wait_seconds: {
          type: 'number',
          description: `How long to wait for its end, from 0 to ${longestWait}. Default 25.`,
        },
      },
      required: ['task_id'],
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async run(input, { session, caller, signal }) {
    const handle = caller().client.task(text(input, 'task_id'), { journal: await session.journal() })
    return answerFor(handle, waitSeconds(input, 25, longestWait), signal)
  },
}
