import type { Task } from '@model-tasks/spec'

/** The address of a completed task's result, generic or typed; undefined while there is none. */
export function resultUrl(task: Partial<Task>): string | undefined {
  const {
    result_url: generic,
    video_url: video,
    image_url: image,
  }: { result_url?: unknown; video_url?: unknown; image_url?: unknown } = task
  return [generic, video, image].find((url): url is string => typeof url === 'string' && url !== '')
}
