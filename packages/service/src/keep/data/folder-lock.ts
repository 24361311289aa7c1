import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqlite } from '../store/sqlite/database.js'
import { makePrivate } from './private-file.js'
import { SettingsError } from '../../settings/settings-error.js'

/** The hold of one service on its data folder. */
export interface FolderLock {
  release(): void
}

/**
 * Takes the data folder for this process. The hold is a lock of the operating system on `lock.db`, so that it ends
 * with the process, however that ends. Throws `SettingsError` when another service holds the folder.
 */
export async function lockFolder(directory: string): Promise<FolderLock> {
  const database = await openSqlite(join(directory, 'lock.db'))
  const holder = join(directory, 'lock.pid')
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (!(error instanceof Error) || !/lock|busy/i.test(error.message)) throw error
    throw new SettingsError(
      `MODEL_TASKS_DATA: the folder ${directory} is in use by another service${processOf(holder)}; stop that one, or give this one a folder of its own`,
    )
  }
  makePrivate(holder)
  writeFileSync(holder, String(process.pid))
  return {
    release() {
      rmSync(holder, { force: true })
      database.exec('ROLLBACK')
      database.close()
    },
  }
}

function processOf(holder: string): string {
  try {
    return ` (process ${readFileSync(holder, 'utf8').trim()})`
  } catch {
    return ''
  }
}
