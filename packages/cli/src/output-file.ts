import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Task } from '@model-tasks/spec'
import { makeFolder } from './make-folder.js'
import { Problem } from './problem.js'
import { resultUrl } from './result-url.js'

/** Where a result goes. */
export interface Destination {
  /** As the command line said it. */
  out: string
  /** Whether `out` is a folder, so that files in it are named after their tasks. */
  folder: boolean
}

/**
 * Reads `--out` for `count` results: a file name, a folder (it exists, or the name ends in a slash), or a template of `{id}`, `{model}`
 * and `{ext}`. Makes the folders it needs now, so that a mistyped place is found before a task is paid for.
 */
export async function prepareDestination(out: string, count = 1): Promise<Destination> {
  const present = await stat(out).catch(() => undefined)
  const folder = present?.isDirectory() === true || /[/\\]$/.test(out)
  if (count > 1 && !folder && !out.includes('{id}')) {
    throw new Problem(
      `--out ${out} names one file for ${count} results; name a folder/ or a template with {id}`,
      'usage',
    )
  }
  const place = folder ? out : dirname(out)
  if (!place.includes('{')) {
    await makeFolder(place).catch((error: Error) => {
      throw new Problem(`--out ${out}: ${error.message}`, 'usage')
    })
  }
  return { out, folder }
}

/** The file a task's result goes to. Extensions follow the kind: mp4 for a video, png for an image, else none is known. */
export function fileFor({ out, folder }: Destination, task: Task): string {
  const extension = extensionOf(task)
  if (folder) return join(out, `${safe(task.id)}.${extension}`)
  return out.replaceAll('{id}', safe(task.id)).replaceAll('{model}', safe(task.model)).replaceAll('{ext}', extension)
}

function extensionOf(task: Task): string {
  const url = resultUrl(task)
  const named =
    url !== undefined && URL.canParse(url) ? /\.([a-z0-9]{2,5})$/i.exec(new URL(url).pathname)?.[1] : undefined
  return named?.toLowerCase() ?? (task.object === 'image' ? 'png' : 'mp4')
}

/** An id or a name as one part of a path. */
function safe(name: string): string {
  return name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '_')
}
