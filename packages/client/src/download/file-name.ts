import type { Task } from '@model-tasks/spec'

/** A value from the service as part of a file name: it cannot leave the folder. */
export function safeName(value: string): string {
  return value.replace(/[^\p{L}\p{N}._-]/gu, '_').replace(/^\.+/, '_')
}

/** The ending of a task's result file: from its URL, else from its kind. */
export function extensionOf(task: Task): string {
  const fields: Record<string, unknown> = { ...task }
  const url = [fields.result_url, fields.video_url, fields.image_url].find((value) => typeof value === 'string')
  const known =
    typeof url === 'string' && URL.canParse(url) ? /\.([a-z0-9]{2,5})$/i.exec(new URL(url).pathname)?.[1] : undefined
  return known?.toLowerCase() ?? (task.object === 'image' ? 'png' : task.object === 'video' ? 'mp4' : 'bin')
}
