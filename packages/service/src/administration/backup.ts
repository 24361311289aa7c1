import { cpSync, existsSync, renameSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDataFolder } from '../data/folder.js'
import { lockFolder } from '../data/folder-lock.js'
import { keepPrivate } from '../data/private-file.js'
import { syncToDisk } from '../files/disk.js'
import { openSqlite } from '../store/sqlite/database.js'
import { backUpFiles, restoreFiles, type FilePlace } from './backup-files.js'
import { makeBackup } from './backup-folder.js'
import { CommandError } from './command.js'

/** What else is in a data folder and in its backup. Keys in the clear, locks and unfinished work stay behind. */
const secret = 'result-url-secret'

/**
 * Copies a data folder, also while a service runs on it: the database as of one moment, then the files, which never
 * change, so that each file of that moment is there, also where they are on S3. The copy is whole once `target` exists.
 * Answers the number of tasks.
 */
export async function backUp(settings: FilePlace, target: string): Promise<number> {
  const from = openDataFolder(settings.dataDirectory)
  if (!existsSync(from.database)) throw new CommandError(`${from.root} holds no database; set MODEL_TASKS_DATA`)
  return makeBackup(target, async (folder) => {
    const database = await openSqlite(from.database)
    try {
      database.exec('PRAGMA busy_timeout = 5000')
      database.prepare('VACUUM INTO ?').run(join(folder, 'tasks.db'))
    } finally {
      database.close()
    }
    keepPrivate(join(folder, 'tasks.db'))
    await copySecret(from.root, folder)
    await backUpFiles(settings, folder)
    return verifiedTasks(join(folder, 'tasks.db'))
  })
}

/** Puts a backup into an empty data folder, and its files to where the settings say. Answers the number of tasks. */
export async function restore(settings: FilePlace, source: string): Promise<number> {
  const from = resolve(source)
  if (!existsSync(join(from, 'tasks.db'))) throw new CommandError(`${from} is not a backup: it has no tasks.db`)
  const tasks = await verifiedTasks(join(from, 'tasks.db'))
  const to = openDataFolder(settings.dataDirectory)
  const lock = await lockFolder(to.root)
  try {
    if (existsSync(to.database))
      throw new CommandError(`${to.root} is not empty; give MODEL_TASKS_DATA an empty folder`)
    await restoreFiles(settings, from)
    await copySecret(from, to.root)
    // The database comes last, whole: a folder without one is not taken for a restored one, and an empty one for a new one.
    const part = `${to.database}.part`
    cpSync(join(from, 'tasks.db'), part)
    keepPrivate(part)
    await syncToDisk(part)
    renameSync(part, to.database)
    await syncToDisk(to.root)
  } finally {
    lock.release()
  }
  return tasks
}

async function copySecret(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, secret))) return
  cpSync(join(from, secret), join(to, secret))
  await syncToDisk(join(to, secret))
}

async function verifiedTasks(path: string): Promise<number> {
  const database = await openSqlite(path)
  try {
    const checked = database.prepare('PRAGMA integrity_check').get()?.['integrity_check']
    if (checked !== 'ok') throw new CommandError(`${path} is damaged: ${String(checked)}`)
    return Number(database.prepare('SELECT count(*) AS tasks FROM task').get()?.['tasks'] ?? 0)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    database.close()
  }
}
