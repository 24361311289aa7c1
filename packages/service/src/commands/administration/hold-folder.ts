import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from '../../base/input-error.js'
import { lockFolder, type FolderLock } from '../../keep/data/folder-lock.js'
import { SettingsError } from '../../settings/settings-error.js'

/** Takes a data folder for a command; undefined where it is of no service. Throws `InputError` with `inUse` where one runs on it. */
export async function holdFolder(folder: string, inUse: string): Promise<FolderLock | undefined> {
  if (!existsSync(join(folder, 'lock.db'))) return undefined
  try {
    return await lockFolder(folder)
  } catch (error) {
    // A folder that cannot be written to has no service.
    if (!(error instanceof SettingsError)) return undefined
    throw new InputError(inUse)
  }
}
