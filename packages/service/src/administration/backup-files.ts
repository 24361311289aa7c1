import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDataFolder } from '../data/folder.js'
import { copyFiles, holdsFiles } from '../files/copy-files.js'
import { DiskFileStore } from '../files/disk.js'
import { openFiles } from '../files/open.js'
import type { Settings } from '../settings/settings.js'
import { CommandError } from './command.js'

/** Where the files are that a backup copies: the bucket of the settings, or the data folder. */
export type FilePlace = Pick<Settings, 'dataDirectory'> & Partial<Pick<Settings, 's3'>>

const folder = 'files'

/** Copies every file into the backup in a folder. */
export async function backUpFiles({ s3, dataDirectory }: FilePlace, backup: string): Promise<void> {
  const from = await openFiles(s3, openDataFolder(dataDirectory).files)
  try {
    await copyFiles(from, new DiskFileStore(join(backup, folder)))
  } finally {
    from.close()
  }
}

/**
 * Copies the files of a backup to where the settings say, which need not be where they came from. Throws `CommandError`
 * where there are files already.
 */
export async function restoreFiles({ s3, dataDirectory }: FilePlace, backup: string): Promise<void> {
  const place = openDataFolder(dataDirectory)
  const to = await openFiles(s3, place.files)
  try {
    if (await holdsFiles(to))
      throw new CommandError(
        s3 === undefined
          ? `${place.root} is not empty; give MODEL_TASKS_DATA an empty folder`
          : `the bucket ${s3.bucket} holds files below "${s3.prefix}"; give an empty one, or another prefix`,
      )
    if (existsSync(join(backup, folder))) await copyFiles(new DiskFileStore(join(backup, folder)), to)
  } finally {
    to.close()
  }
}
