import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Change } from './compare.js'

/** Makes the changes on disk: the only place where the generator writes. Each file appears whole or not at all. */
export async function applyChanges(directory: string, changes: readonly Change[]): Promise<void> {
  for (const change of changes) {
    const path = join(directory, change.path)
    if (change.kind === 'orphan') {
      await rm(path)
      await removeEmptyFolders(dirname(path), directory)
      continue
    }
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, change.after)
    await rename(`${path}.new`, path)
  }
}

async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  if (folder === root || (await readdir(folder)).length > 0) return
  await rmdir(folder)
  await removeEmptyFolders(dirname(folder), root)
}
