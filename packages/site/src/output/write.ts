import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { compressedTwins, hasTwins, twinEndings } from './compress.js'
import type { SiteFile } from './file.js'

const presentIn = async (folder: string): Promise<Set<string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .split(sep)
          .join('/'),
      ),
  )
}

/**
 * Writes the files below `folder`, with their compressed twins unless told otherwise, and removes what an earlier build
 * left there. A file that has not changed is not written again, nor compressed again.
 */
export const writeSite = async (folder: string, files: SiteFile[], { twins = true } = {}): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const present = await presentIn(folder)
  const wanted = new Set<string>()
  const changed: SiteFile[] = []
  await Promise.all(
    files.map(async (file) => {
      const names = [file.path, ...(twins && hasTwins(file) ? twinEndings.map((ending) => file.path + ending) : [])]
      for (const name of names) wanted.add(name)
      const complete = names.every((name) => present.has(name))
      if (!complete || !Buffer.from(file.content).equals(await readFile(join(folder, file.path)))) changed.push(file)
    }),
  )
  await Promise.all(
    [...new Set(changed.map(({ path }) => dirname(join(folder, path))))].map((parent) =>
      mkdir(parent, { recursive: true }),
    ),
  )
  await Promise.all([
    ...[...present].filter((path) => !wanted.has(path)).map((path) => rm(join(folder, path))),
    ...changed.map(async (file) => {
      const all = [file, ...(twins && hasTwins(file) ? compressedTwins(file) : [])]
      await Promise.all(all.map(({ path, content }) => writeFile(join(folder, path), content)))
    }),
  ])
}
