import * as fs from 'node:fs'
import { lstat, open, readFile, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { removeKept } from './kept.js'
import { PartNames } from './part-names.js'
import type { Exists, FilePath, HasArrived, OpenFile } from './part.js'
import { RunningHashes } from './running-hashes.js'

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

export const hasArrived: HasArrived = async (path, taskId, bytes, digest) => {
  const found = await lstat(path).catch(() => undefined)
  if (!found?.isFile() || found.size !== bytes) return false
  const file = await open(path)
  try {
    if ((await new RunningHashes().digest('sha-256', file, bytes)) !== digest) return false
  } finally {
    await file.close()
  }
  await removeKept(new PartNames(path, taskId))
  return true
}

export const openFile: OpenFile = async (path, type) => {
  if (!(await stat(path)).isFile()) throw new Error('it is not a file')
  // Not every platform that has Node's modules has this function.
  const { openAsBlob } = fs as Partial<typeof fs>
  return openAsBlob ? openAsBlob(path, { type }) : new Blob([await readFile(path)], { type })
}
