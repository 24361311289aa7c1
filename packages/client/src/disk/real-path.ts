import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * The one name of a file among all that lead to it: by symbolic links, and from the folder in which the process is now. What is kept
 * for it beside it is the same for all of them then. The file, and its folder, may be still to come.
 */
export function realPath(path: string): string {
  const absolute = resolve(path)
  for (const [known, rest] of [
    [absolute, ''],
    [dirname(absolute), basename(absolute)],
  ] as const) {
    try {
      return join(realpathSync(known), rest)
    } catch {
      // It is not there yet, or may not be looked at.
    }
  }
  return absolute
}
