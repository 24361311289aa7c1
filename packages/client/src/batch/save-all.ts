import type { Task } from '@model-tasks/spec'
import { checkOptions } from '../call/check-options.js'
import type { Download, DownloadOptions } from '../download/index.js'
import { safeName } from '../download/file-name.js'
import { resultExtension } from '../policy/result.js'
import type { TaskHandle } from '../task/handle.js'
import { inLanes } from './lanes.js'

/** `{id}`, `{model}`, `{index}` (from 1, padded), `{extension}` (`mp4`, `png`, from the URL or the kind), `{status}`. */
export interface SaveAllOptions extends DownloadOptions {
  /** Default `{model}-{id}.{extension}`. May hold folders. */
  template?: string | undefined
  /** How many files are received at once. Default 4. */
  concurrency?: number | undefined
}

/**
 * Downloads the results of many tasks, named by a template; two tasks never share a file. Waits for tasks that still run.
 * Results come in order; each is the file or the error.
 */
export async function saveAll(
  handles: Iterable<TaskHandle>,
  options: SaveAllOptions = {},
): Promise<(Download | Error)[]> {
  checkOptions(options)
  const { template = '{model}-{id}.{extension}', concurrency = 4, ...downloadOptions } = options
  const all = [...handles]
  const results: (Download | Error)[] = []
  const taken = new Set<string>()
  await inLanes(all, concurrency, async (handle, index) => {
    try {
      const task = await handle.wait(downloadOptions)
      const name = fileName(template, task, index, all.length)
      const free = taken.has(name) ? name.replace(/(\.[^./]*)?$/, (ending) => `-${task.id}${ending}`) : name
      taken.add(free)
      results[index] = await handle.download(free, downloadOptions)
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
