import { once } from 'node:events'
import { watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const settleMilliseconds = 15

/**
 * Calls `onChange` after each change below `folder`, once for changes that come together, and never twice at a time.
 * Folders are watched one by one, because recursive watching is not the same on every system. Ends with `signal`.
 */
export async function watchFolder(folder: string, signal: AbortSignal, onChange: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const settle = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(onChange)
    }, settleMilliseconds)
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const folders = [
    folder,
    ...entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name)),
  ]
  for (const each of folders) watch(each, { signal }, settle)
  settle() // What was saved before the watching began must not wait for the next save.
  // It may have been aborted while the folders were read.
  if (!signal.aborted) await once(signal, 'abort')
  clearTimeout(timer)
  await running
}
