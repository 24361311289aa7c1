import type { Task } from '@model-tasks/spec'
import { fileUrl, type FileUrl } from '../policy/file-url.js'
import { resultLocation } from '../policy/result.js'

/** The http or https URL of a task's result; undefined while there is none. */
export function resultUrl(task: Task, baseUrl: string): FileUrl | undefined {
  const location = resultLocation(task)
  return location === undefined ? undefined : fileUrl(location, baseUrl)
}
