import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { hasCode } from './error-code.js'

/**
 * The one name of a file among all that lead to it: by symbolic links, and from the folder in which the process is now. What is kept
 * for it beside it is the same for all of them then. The file, and its folder, may be still to come.
 */
export function realPath(path: string): string {
  const absolute = resolve(path)
  const folder = dirname(absolute)
  try {
    return realpathSync(absolute)
  } catch (error) {
    const target = hasCode(error, 'ENOENT') ? linkedFrom(absolute) : undefined
    if (target !== undefined) return realPath(resolve(folder, target))
  }
  try {
    return join(realpathSync(folder), basename(absolute))
  } catch {
    return absolute
  }
}

/** What a symbolic link leads to; undefined of anything else. */
function linkedFrom(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
