import { join } from 'node:path'
import { makeDataFolder, openDataFolder, placesIn } from '../../keep/data/folder.js'
import { allKeys, copyFiles, holdsFiles } from '../../keep/files/copy-files.js'
import { DiskFileStore } from '../../keep/files/disk.js'
import type { FileStore } from '../../keep/files/file-store.js'
import { openFiles } from '../../keep/files/open.js'
import type { Settings } from '../../settings/settings.js'
import { InputError } from '../../base/input-error.js'

/** Where the files are that a backup copies: the bucket of the settings, or the data folder. */
export type FilePlace = Pick<Settings, 'dataDirectory'> & Partial<Pick<Settings, 's3'>>

/** The files of a backup are in a folder of it, which an old one without files does not have. */
const filesOf = (backup: string): DiskFileStore => new DiskFileStore(join(backup, 'files'))

/** Copies every file into the backup in a folder. */
export async function backUpFiles({ s3, dataDirectory }: FilePlace, backup: string): Promise<void> {
  const from = await openFiles(s3, openDataFolder(dataDirectory).files)
  try {
    await copyFiles(from, filesOf(backup))
  } finally {
    from.close()
  }
}

/**
 * Copies the files of a backup to where the settings say, which need not be where they came from. `begun`: a restore that
 * was interrupted may have left some of them there; a file that is there is whole. `ready` is awaited before the first one
 * is written. Throws `InputError` where there are other files.
 */
export async function restoreFiles(
  { s3, dataDirectory }: FilePlace,
  backup: string,
  { begun, ready }: { begun: boolean; ready: () => void | Promise<void> },
): Promise<void> {
  const place = placesIn(dataDirectory)
  makeDataFolder(place)
  const [from, to] = [filesOf(backup), await openFiles(s3, place.files)]
  try {
    if (!begun && (await holdsFiles(to)))
      throw new InputError(
        s3 === undefined
          ? `${place.root} is not empty; give MODEL_TASKS_DATA an empty folder`
          : `the bucket ${s3.bucket} holds files below "${s3.prefix}"; give an empty one, or another prefix`,
      )
    const there = await restoredBefore(from, to, s3 === undefined ? place.root : `the bucket ${s3.bucket}`)
    await ready()
    // No other process writes to a place that is being restored.
    await to.removeUnfinished(Infinity)
    await copyFiles(from, to, there)
  } finally {
    to.close()
  }
}

async function restoredBefore(from: FileStore, to: FileStore, place: string): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const key of allKeys(to)) {
    if ((await from.size(key)) === undefined)
      throw new InputError(
        `${place} holds ${key}, which is not of this backup; restore the one that was begun there, or into an empty place`,
      )
    keys.add(key)
  }
  return keys
}
