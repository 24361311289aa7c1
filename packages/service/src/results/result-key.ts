const extensions: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
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
