import { join } from 'node:path'
import { makeDataFolder, openDataFolder, placesIn } from '../../keep/data/folder.js'
import { allKeys, copyFiles, holdsFiles } from '../../keep/files/copy-files.js'
import { DiskFileStore } from '../../keep/files/disk.js'
import type { FileStore } from '../../domain/files/file-store.js'
import { filePlace, type FileSettings } from '../../keep/files/place.js'
import { InputError } from '../../base/input-error.js'

/** The files of a backup are in a folder of it, which an old one without files does not have. */
const filesOf = (backup: string): DiskFileStore => new DiskFileStore(join(backup, 'files'))

/** Copies every file into the backup in a folder. */
export async function backUpFiles(settings: FileSettings, backup: string): Promise<void> {
  openDataFolder(settings.dataDirectory)
  const from = await filePlace(settings).open()
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
  settings: FileSettings,
  backup: string,
  { begun, ready }: { begun: boolean; ready: () => void | Promise<void> },
): Promise<void> {
  makeDataFolder(placesIn(settings.dataDirectory))
  const place = filePlace(settings)
  const [from, to] = [filesOf(backup), await place.open()]
  try {
    if (!begun && (await holdsFiles(to))) throw new InputError(place.occupied)
    const there = await restoredBefore(from, to, place.location)
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
