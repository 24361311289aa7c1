import { TaskTimeoutError, type Task, type TaskHandle } from '@model-tasks/client'
import { resultLocations } from '@model-tasks/client/policy'
import type { CallToolResult } from '@modelcontextprotocol/server'

/** The longest time for which a call waits, in seconds: clients give a call up after 60. */
export const longestWait = 45

/**
 * Waits for a task for so many seconds, and answers what is known then: its result as links, or its handle, with which `get_task`
 * goes on. Throws what the client throws, but for the time that is over.
 */
export async function answerFor(handle: TaskHandle, seconds: number, signal?: AbortSignal): Promise<CallToolResult> {
  try {
    if (seconds <= 0) return answerOf(await handle.query({ signal }))
    return answerOf(await handle.wait({ timeout: seconds * 1_000, signal }))
  } catch (error) {
    if (error instanceof TaskTimeoutError) return running(handle)
    throw error
  }
}

/** The answer for a task as it was seen. */
export function answerOf(task: Task): CallToolResult {
  if (task.status === 'failed') {
    return failedTask(task, `Task ${task.id} failed: ${reasonOf(task)}`)
  }
  if (task.status !== 'completed') return stillRunning(task.id, task.status, task)
  const locations = resultLocations(task)
  const files = locations.map((uri, index) => ({
    uri,
    name: locations.length > 1 ? `${task.id}-${index + 1}` : task.id,
    ...(mediaType(task) && { mimeType: mediaType(task) as string }),
  }))
  return {
    content: [
      { type: 'text', text: `Task ${task.id} is completed. ${files.map(({ uri }) => uri).join(' ')}` },
      ...files.map((file) => ({ type: 'resource_link' as const, ...file })),
    ],
    structuredContent: { task_id: task.id, status: task.status, files, task: { ...task } },
  }
}

/** Why a task has failed, in the words of the service. */
export function reasonOf({ error }: Task): string {
  return typeof error === 'string' ? error : JSON.stringify(error ?? 'no reason given')
}

function running({ id, task }: TaskHandle): CallToolResult {
  return stillRunning(id, task?.status ?? 'accepted', task)
}

function stillRunning(id: string, status: string, task: Task | undefined): CallToolResult {
  return {
    content: [
      {
        type: 'text',
        text: `Task ${id} is ${status}. It goes on without you: call get_task with task_id ${JSON.stringify(id)} until it is completed or failed. Do not submit it again.`,
      },
    ],
    structuredContent: { task_id: id, status, ...(task === undefined ? {} : { task: { ...task } }) },
  }
}

function failedTask(task: Task, text: string): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text }],
    structuredContent: { error: 'task-failed', task_id: task.id, status: task.status, task: { ...task } },
  }
}

function mediaType({ object }: Task): string | undefined {
  return object === 'video' ? 'video/mp4' : undefined
}
