import * as fs from 'node:fs'
import { lstat, readFile, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Exists, FilePath, OpenFile } from './part.js'

export { openPart } from './file-part.js'
export { createHasher } from './running-hashes.js'

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

export const openFile: OpenFile = async (path, type) => {
  if (!(await stat(path)).isFile()) throw new Error('it is not a file')
  // Not every platform that has Node's modules has this function.
  const { openAsBlob } = fs as Partial<typeof fs>
  return openAsBlob ? openAsBlob(path, { type }) : new Blob([await readFile(path)], { type })
}
