import { watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Where builds write: a change there is no change of a source. */
const written = new Set(['node_modules', 'dist', '.cache'])

/**
 * Calls `changed` with the folders in which something changed, one call at a time and never while one still runs.
 * Several changes within `quiet` milliseconds are one. When a call fails, its message is printed, and the next one gets its
 * folders too: what it did not finish is still to be done.
 *
 * Every folder below is watched by itself. Node's own recursive watching loses a file for good, on Linux, when an editor
 * saves it by renaming another file over it.
 *
 * @param {string} root
 * @param {string[]} folders inside it
 * @param {(folders: Set<string>) => Promise<void>} changed
 * @returns {Promise<() => void>} ends the watching, once everything is watched
 */
export async function watchFolders(root, folders, changed, quiet = 60) {
  const watchers = new Map()
  const pending = new Set()
  let unfinished = new Set()
  let timer
  let running = false

  const flush = async () => {
    if (running) return
    running = true
    while (pending.size > 0) {
      const now = new Set([...pending, ...unfinished])
      pending.clear()
      unfinished = new Set()
      try {
        // A folder may have come.
        await followAll()
        await changed(now)
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
        unfinished = now
      }
    }
    running = false
  }

  const notice = (folder) => {
    pending.add(folder)
    clearTimeout(timer)
    timer = setTimeout(flush, quiet)
  }

  /** Watches a folder and those below it that are not watched yet. */
  const follow = async (folder, path) => {
    if (!watchers.has(path)) watchers.set(path, watchOne(folder, path))
    const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
    const below = entries.filter((entry) => entry.isDirectory() && !written.has(entry.name))
    await Promise.all(below.map(({ name }) => follow(folder, join(path, name))))
  }

  const watchOne = (folder, path) =>
    watch(path, (event, name) => {
      if (name === null || written.has(name) || name.endsWith('~')) return
      // A folder that has come, gone or been replaced: what was watched there may be gone with it.
      if (event === 'rename') forget(join(path, name))
      notice(folder)
    }).on('error', () => forget(path))

  const forget = (path) => {
    for (const [watched, watcher] of watchers) {
      if (watched !== path && !watched.startsWith(path + sep)) continue
      watcher.close()
      watchers.delete(watched)
    }
  }

  const followAll = () => Promise.all(folders.map((folder) => follow(folder, join(root, folder))))

  await followAll()
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
  }
}
