import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDataFolder } from '../data/folder.js'
import { lockFolder } from '../data/folder-lock.js'
import { keepPrivate } from '../data/private-file.js'
import { openSqlite } from '../store/sqlite/database.js'
import { backUpFiles, restoreFiles, type FilePlace } from './backup-files.js'
import { CommandError } from './command.js'

/** What else is in a data folder and in its backup. Keys in the clear, locks and unfinished work stay behind. */
const secret = 'result-url-secret'

/**
 * Copies a data folder, also while a service runs on it: the database as of one moment, then the files, which never
 * change, so that each file of that moment is there, also where they are on S3. The copy is whole once `target` exists.
 * Answers the number of tasks.
 */
export async function backUp(settings: FilePlace, target: string): Promise<number> {
  const to = resolve(target)
  if (existsSync(to)) throw new CommandError(`${to} exists; give a folder that does not`)
  const from = openDataFolder(settings.dataDirectory)
  if (!existsSync(from.database)) throw new CommandError(`${from.root} holds no database; set MODEL_TASKS_DATA`)
  const part = `${to}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true, mode: 0o700 })
  const database = await openSqlite(from.database)
  try {
    database.exec('PRAGMA busy_timeout = 5000')
    database.prepare('VACUUM INTO ?').run(join(part, 'tasks.db'))
  } finally {
    database.close()
  }
  keepPrivate(join(part, 'tasks.db'))
  if (existsSync(join(from.root, secret))) cpSync(join(from.root, secret), join(part, secret))
  await backUpFiles(settings, part)
  const tasks = await verifiedTasks(join(part, 'tasks.db'))
  renameSync(part, to)
  return tasks
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
    if (existsSync(join(from, secret))) cpSync(join(from, secret), join(to.root, secret))
    // The database comes last: a folder without one is not taken for a restored one.
    cpSync(join(from, 'tasks.db'), `${to.database}.part`)
    renameSync(`${to.database}.part`, to.database)
    keepPrivate(to.database)
  } finally {
    lock.release()
  }
  return tasks
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
