import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { compressedTwins, twinEndings } from './compress.js'
import type { SiteFile } from './file.js'

/** Where a site is written. */
export interface SiteFolder {
  folder: string
  /** Whether each file gets its compressed twins. */
  twins: boolean
  /** The files that this writer writes, or removes; default: all. */
  share?: Share
}

/** One of several shares of the files of a site. */
export interface Share {
  number: number
  of: number
}

/** Whether a file is of a share: that follows from its path. Its twins are of the same. */
export const isOfShare = ({ path }: Pick<SiteFile, 'path'>, { number, of }: Share): boolean => {
  let sum = 0
  for (const byte of Buffer.from(path.replace(/\.(?:gz|br)$/, ''))) sum += byte
  return sum % of === number
}

const presentIn = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .split(sep)
          .join('/'),
      ),
  )

/**
 * Prepares files for a folder as they come, and writes them all at the end, so that a build that fails leaves the folder
 * as it was. A file that has not changed is neither written nor compressed again; what an earlier build left there is
 * removed. Every step waits for the disk: thousands of small files cost half the processor time that way.
 */
export const folderWriter = ({
  folder,
  twins,
  share = { number: 0, of: 1 },
}: SiteFolder): { add: (files: SiteFile[]) => void; finish: () => void } => {
  mkdirSync(folder, { recursive: true })
  const present = presentIn(folder)
  const wanted = new Set<string>()
  const changed: SiteFile[] = []
  return {
    add: (files) => {
      for (const file of files) {
        const endings = twins ? twinEndings(file) : []
        const names = [file.path, ...endings.map((ending) => file.path + ending)]
        for (const name of names) wanted.add(name)
        const complete = names.every((name) => present.has(name))
        if (complete && readFileSync(join(folder, file.path)).equals(Buffer.from(file.content))) continue
        changed.push(file, ...(endings.length > 0 ? compressedTwins(file) : []))
      }
    },
    finish: () => {
      for (const parent of new Set(changed.map(({ path }) => dirname(join(folder, path)))))
        mkdirSync(parent, { recursive: true })
      for (const path of present) if (isOfShare({ path }, share) && !wanted.has(path)) rmSync(join(folder, path))
      for (const { path, content } of changed) writeFileSync(join(folder, path), content)
    },
  }
}
