import type { Task } from '@model-tasks/spec'
import { ProtocolError } from '../errors/protocol-error.js'

/** Throws ProtocolError where a result is said to be something else than the task's kind, such as a login page. Answers the type. */
export function checkType(response: Response, task: Task): string | undefined {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() || undefined
  const kinds: readonly string[] =
    task.object === 'video' || task.object === 'image' ? [task.object] : ['video', 'image', 'audio']
  const fits =
    type === undefined ||
    type === 'application/octet-stream' ||
    type === 'binary/octet-stream' ||
    kinds.includes(type.split('/')[0] ?? '')
  if (!fits)
    throw new ProtocolError(`the result of task ${task.id} is ${type} where ${kinds.join(' or ')} was due`, {
      taskId: task.id,
      task,
    })
  return type
}
