import { lstat, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Exists, FilePath } from './part.js'

export { openPart } from './file-part.js'

export const filePath: FilePath = async (path, name) => {
  const folder =
    path.endsWith('/') ||
    path.endsWith(sep) ||
    (await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  return folder ? join(resolve(path), name) : resolve(path)
}

export const exists: Exists = (path) =>
  lstat(path).then(
    () => true,
    () => false,
  )
