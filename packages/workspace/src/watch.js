import { watch } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'

/**
 * Calls `changed` with the folders in which something changed, one call at a time and never while one still runs.
 * Several changes within `quiet` milliseconds are one.
 *
 * @param {string[]} folders from the root of the repository
 * @param {(folders: Set<string>) => Promise<void>} changed
 */
export function watchFolders(folders, changed, quiet = 60) {
  const pending = new Set()
  let timer
  let running = false
  const flush = async () => {
    if (running || pending.size === 0) return
    running = true
    const now = new Set(pending)
    pending.clear()
    try {
      await changed(now)
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    }
    running = false
    await flush()
  }
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (file === null || /(^|[\\/])(node_modules|dist|\.cache|site)[\\/]/.test(`${file}/`) || file.endsWith('~'))
        return
      pending.add(folder)
      clearTimeout(timer)
      timer = setTimeout(flush, quiet)
    })
  }
}
