import { existsSync } from 'node:fs'
import { holdsFiles } from '../files/copy-files.js'
import { DiskFileStore } from '../files/disk.js'
import { SettingsError } from '../../settings/settings-error.js'
import { holdsBytes, type DataFolder, type FolderFault } from './folder.js'

/**
 * Whether a data folder has what comes after its database and not the database itself: a new one in its place would
 * hide every task, and SQLite would delete what it finds in `tasks.db-wal`.
 */
export async function lostDatabase({ root, database, files }: DataFolder): Promise<FolderFault | undefined> {
  if (!existsSync(root) || holdsBytes(database)) return undefined
  const rest = holdsBytes(`${database}-wal`)
    ? 'tasks.db-wal'
    : (await holdsFiles(new DiskFileStore(files)))
      ? 'files of tasks'
      : undefined
  if (rest === undefined) return undefined
  return {
    found: `${root} holds ${rest} but not the database, tasks.db`,
    next: 'copy the folder whole while no service uses it, restore a backup into an empty folder, or set MODEL_TASKS_DATA to an empty folder to begin anew',
  }
}

/** Throws `SettingsError` when a data folder has no database, for commands that make none. */
export function expectDatabase({ root, database }: DataFolder): void {
  if (!existsSync(database))
    throw new SettingsError(
      `MODEL_TASKS_DATA: ${root} holds no database; name the data folder of a service, or start it once, which makes one`,
    )
}
