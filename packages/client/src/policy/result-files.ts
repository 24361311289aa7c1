import { resultFields, resultLocation } from './result.js'

/**
 * The URLs of all files of a task, that of `resultLocation` first: those of `result_urls`, an extension, where the task made
 * several. Empty while there is none.
 */
export function resultLocations(task: object): string[] {
  const first = resultLocation(task)
  if (first === undefined) return []
  const listed: unknown = Reflect.get(task, 'result_urls')
  const others = Array.isArray(listed) ? listed.slice(1).filter((url): url is string => typeof url === 'string') : []
  return [first, ...others]
}

/** A task with the URL of one of its files, numbered from 0, as that of its result; without one where it has no such file. */
export function taskOfFile<T extends object>(task: T, file: number): T {
  if (file === 0) return task
  const url = resultLocations(task)[file]
  const own = { ...task }
  for (const name of resultFields) Reflect.deleteProperty(own, name)
  return url === undefined ? own : { ...own, result_url: url }
}

/** The path of one of several files: those after the first are numbered from 2, before the extension. */
export function numbered(path: string, file: number): string {
  return file === 0 ? path : path.replace(/(\.[^./\\]*)?$/, (extension) => `-${file + 1}${extension}`)
}
