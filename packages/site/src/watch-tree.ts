import { watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Calls `changed` whenever something changes in `folder` or one of the folders below it; answers what ends that. Each is
 * watched by itself: on Linux, Node's recursive watching loses a file that an editor saves by renaming another over it.
 */
export async function watchTree(folder: string, changed: () => void): Promise<() => void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const below = entries.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))
  const watchers = [folder, ...below].map((each) => watch(each, changed))
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}
