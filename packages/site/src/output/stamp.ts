import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The file of the stamp, below the folder of the site. */
export const stampFile = '.stamp'

const filesBelow = async (path: string): Promise<string[]> => {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A stamp of everything a build reads: the names, sizes and times of the files, alone or below folders, and what it was told. */
export const stampOf = async (inputs: string[], told: unknown): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(told))
  for (const input of inputs) {
    const files = (await filesBelow(input)).sort()
    const stats = await Promise.all(files.map((file) => stat(file)))
    files.forEach((file, index) => hash.update(`${file} ${stats[index]?.size} ${stats[index]?.mtimeMs}\n`))
  }
  return hash.digest('hex')
}

/** Whether the site in `folder` was built with this stamp, and with the twins that are wanted. One that has more will do. */
export const isStamped = async (folder: string, stamp: string, { twins }: { twins: boolean }): Promise<boolean> => {
  const [found, ...has] = (await readFile(join(folder, stampFile), 'utf8').catch(() => '')).split(' ')
  return found === stamp && (!twins || has.includes('twins'))
}

/** Notes the stamp of a site that has been written completely. */
export const writeStamp = async (folder: string, stamp: string, { twins }: { twins: boolean }): Promise<void> =>
  await writeFile(join(folder, stampFile), `${stamp}${twins ? ' twins' : ''}`)
