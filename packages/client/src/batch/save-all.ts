import type { Task } from '@model-tasks/spec'
import { checkOptions, from } from '../call/check-options.js'
import type { Download, DownloadOptions } from '../download/index.js'
import { safeName } from '../download/file-name.js'
import { numbered, resultLocations, taskOfFile } from '../policy/result-files.js'
import { resultExtension } from '../policy/result.js'
import type { TaskHandle } from '../task/handle.js'
import { inLanes } from './lanes.js'

/** `{id}`, `{model}`, `{index}` (from 1, padded), `{extension}` (`mp4`, `png`, from the URL or the kind), `{status}`. */
export interface SaveAllOptions extends Omit<DownloadOptions, 'file'> {
  /** Default `{model}-{id}.{extension}`. May hold folders. */
  template?: string | undefined
  /** How many files are received at once. Default 4. */
  concurrency?: number | undefined
}

/** The first file of a task, and the others where it made several. */
export interface Saved extends Download {
  others?: Download[]
}

/**
 * Downloads the results of many tasks, named by a template; two tasks never share a file, and the second file of a task has -2
 * before its extension. Waits for tasks that still run.
 * Results come in order; each is the file or the error.
 */
export async function saveAll(handles: Iterable<TaskHandle>, options: SaveAllOptions = {}): Promise<(Saved | Error)[]> {
  checkOptions(options)
  checkOptions(options, { concurrency: from(1) })
  const { template = '{model}-{id}.{extension}', concurrency = 4, ...downloadOptions } = options
  const all = [...handles]
  const results: (Saved | Error)[] = []
  const taken = new Set<string>()
  await inLanes(all, concurrency, async (handle, index) => {
    try {
      const task = await handle.wait(downloadOptions)
      const save = (file: number): Promise<Download> => {
        const name = numbered(fileName(template, taskOfFile(task, file), index, all.length), file)
        const free = taken.has(name) ? name.replace(/(\.[^./]*)?$/, (ending) => `-${task.id}${ending}`) : name
        taken.add(free)
        return handle.download(free, { ...downloadOptions, file })
      }
      const first = await save(0)
      const others: Download[] = []
      for (let file = 1; file < resultLocations(task).length; file++) others.push(await save(file))
      results[index] = others.length === 0 ? first : { ...first, others }
    } catch (error) {
      results[index] = error instanceof Error ? error : new Error(String(error))
    }
  })
  return results
}

/** A file name from a template. What comes from the service cannot leave the folder that the template names. */
export function fileName(template: string, task: Task, index: number, total: number): string {
  const values: Record<string, string> = {
    id: task.id,
    model: task.model ?? 'model',
    status: task.status,
    index: String(index + 1).padStart(String(total).length, '0'),
    extension: resultExtension(task),
  }
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : safeName(value)
  })
}
