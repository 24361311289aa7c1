import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { File } from '../file.js'

/** How the folder differs from what the generator would write. */
export type Change =
  | { kind: 'missing'; path: string; after: string }
  | { kind: 'changed'; path: string; before: string; after: string }
  | { kind: 'orphan'; path: string; before: string }

/** Folders below `generated/` that are not made here: the site has its own builder, packages may be installed. */
const foreign = new Set(['site', 'node_modules'])

/** Every difference between `files` and the folder, by path. Changes nothing. */
export async function compareFolder(directory: string, files: readonly File[]): Promise<Change[]> {
  const wanted = new Map(files.map((file) => [file.path, file.content]))
  const present = await filesBelow(directory)
  const changes = await Promise.all(
    [...new Set([...wanted.keys(), ...present])].map(async (path): Promise<Change[]> => {
      const after = wanted.get(path)
      if (!present.has(path)) return after === undefined ? [] : [{ kind: 'missing', path, after }]
      const before = await readFile(join(directory, path), 'utf8')
      if (after === undefined) return [{ kind: 'orphan', path, before }]
      return before === after ? [] : [{ kind: 'changed', path, before, after }]
    }),
  )
  return changes.flat().sort((left, right) => (left.path < right.path ? -1 : 1))
}

async function filesBelow(directory: string): Promise<Set<string>> {
  const exists = await lstat(directory).catch(() => undefined)
  if (exists === undefined) return new Set()
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .split(sep)
        .join('/'),
    )
  return new Set(paths.filter((path) => !foreign.has(path.split('/')[0] ?? '')))
}
