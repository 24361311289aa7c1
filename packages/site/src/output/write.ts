import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import type { SiteFile } from './file.js'

/** Writes the files below `folder` and removes what an earlier build left there. */
export const writeSite = async (folder: string, files: SiteFile[]): Promise<void> => {
  const wanted = new Set(files.map(({ path }) => path))
  await mkdir(folder, { recursive: true })
  const present = await readdir(folder, { recursive: true, withFileTypes: true })
  const stale = present
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    )
    .filter((path) => !wanted.has(path))
  await Promise.all(
    [...new Set(files.map(({ path }) => dirname(join(folder, path))))].map((parent) =>
      mkdir(parent, { recursive: true }),
    ),
  )
  await Promise.all([
    ...stale.map((path) => rm(join(folder, path))),
    ...files.map(({ path, content }) => writeFile(join(folder, path), content)),
  ])
}
