import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The file of the stamp, below the folder of the site. */
export const stampFile = '.stamp'

/** A stamp of everything a build reads: the names, sizes and times of the files below the folders, and what it was told. */
export const stampOf = async (folders: string[], told: unknown): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(told))
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
    const stats = await Promise.all(files.map((file) => stat(file)))
    files.forEach((file, index) => hash.update(`${file} ${stats[index]?.size} ${stats[index]?.mtimeMs}\n`))
  }
  return hash.digest('hex')
}

/** Whether the site in `folder` was built with this stamp. */
export const isStamped = async (folder: string, stamp: string): Promise<boolean> =>
  (await readFile(join(folder, stampFile), 'utf8').catch(() => '')) === stamp

/** Notes the stamp of a site that has been written completely. */
export const writeStamp = async (folder: string, stamp: string): Promise<void> =>
  await writeFile(join(folder, stampFile), stamp)
