import type { TaskKind } from '../task/record.js'

const extensions: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'model/gltf-binary': 'glb',
}

/** What a result is taken to be whose upstream does not say it; of other kinds nothing is taken for granted. */
const usual: Partial<Record<TaskKind, string>> = { video: 'video/mp4', image: 'image/png' }

/** The media type of a result of that kind, as its upstream named it. */
export function resultTypeOf(kind: TaskKind, named: string | undefined): string {
  return named ?? usual[kind] ?? 'application/octet-stream'
}

/** The name of a task's result file, which is also the end of its URL. */
export function resultName(taskId: string, contentType: string): string {
  return `${taskId}.${extensions[contentType] ?? 'bin'}`
}

/** The key of a result file in the file store. */
export function resultKey(name: string): string {
  return `results/${name}`
}

/** The media type of a result file, by its name. */
export function resultType(name: string): string {
  const found = Object.entries(extensions).find(([, extension]) => name.endsWith(`.${extension}`))
  return found?.[0] ?? 'application/octet-stream'
}
