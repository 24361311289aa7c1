import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isRestoring, makeDataFolder, openDataFolder, placesIn } from '../data/folder.js'
import { lockFolder, type FolderLock } from '../data/folder-lock.js'
import { expectDatabase } from '../data/lost-database.js'
import { keepPrivate, makePrivate } from '../data/private-file.js'
import { syncToDisk } from '../files/disk.js'
import { SettingsError } from '../settings/settings-error.js'
import { newerFormat } from '../store/newer-format.js'
import { isJsonObject, parseJson } from '../json.js'
import { openSqliteStores } from '../store/sqlite/open.js'
import { openSqlite } from '../store/sqlite/database.js'
import { migrations } from '../store/sqlite/migrations.js'
import { backUpFiles, restoreFiles, type FilePlace } from './backup-files.js'
import { makeBackup } from './backup-folder.js'
import { holdUnproven, type Held, type RestorePlace } from './hold-restored.js'
import { CommandError } from './command.js'

/** What a restore has brought back. */
export interface Restored extends Held {
  tasks: number
}

/** When the database of a backup was saved. */
const takenFile = 'taken.json'

/** What else is in a data folder and in its backup. Keys in the clear, locks and unfinished work stay behind. */
const secret = 'result-url-secret'

/**
 * Copies a data folder, also while a service runs on it: the database as of one moment, then the files, which never
 * change, so that each file of that moment is there, also where they are on S3. The copy is whole once `target` exists.
 * Answers the number of tasks.
 */
export async function backUp(settings: FilePlace, target: string): Promise<number> {
  const from = placesIn(settings.dataDirectory)
  if (!isRestoring(from)) expectDatabase(from)
  openDataFolder(settings.dataDirectory)
  return makeBackup(target, async (folder) => {
    // Under its name it is a backup, which it is not before all files are there.
    const part = join(folder, 'tasks.db.part')
    // Before the first row is read: what upstreams are asked from now on the backup does not know.
    writeFileSync(join(folder, takenFile), JSON.stringify({ at: Date.now() }), { mode: 0o600, flush: true })
    const database = await openSqlite(from.database)
    try {
      database.exec('PRAGMA busy_timeout = 5000')
      database.prepare('VACUUM INTO ?').run(part)
    } finally {
      database.close()
    }
    keepPrivate(part)
    await copySecret(from.root, folder)
    await backUpFiles(settings, folder)
    const tasks = await verifiedTasks(part)
    await syncToDisk(part)
    renameSync(part, join(folder, 'tasks.db'))
    return tasks
  })
}

/**
 * Puts a backup into an empty data folder, and its files to where the settings say. From the first file that is written
 * to the last, neither a service nor a command takes the folder for a new one. After an interruption it can be run again.
 * Answers the number of tasks, and what became of those that an upstream may have been asked for since.
 */
export async function restore(settings: RestorePlace, source: string): Promise<Restored> {
  const from = resolve(source)
  if (!existsSync(join(from, 'tasks.db'))) throw new CommandError(`${from} is not a backup: it has no tasks.db`)
  const to = placesIn(settings.dataDirectory)
  const hold = from === to.root ? undefined : await holdOf(from)
  try {
    return await restoreFrom(from, settings)
  } finally {
    hold?.release()
  }
}

/** A data folder that nobody uses may be restored like a backup. What a service has written last is not yet in its `tasks.db`. */
async function holdOf(folder: string): Promise<FolderLock | undefined> {
  if (!existsSync(join(folder, 'lock.db'))) return undefined
  try {
    return await lockFolder(folder)
  } catch (error) {
    // A folder that cannot be written to has no service.
    if (!(error instanceof SettingsError)) return undefined
    throw new CommandError(
      `${folder} is the data folder of a running service, not a backup; set MODEL_TASKS_DATA to it and make one with model-tasks-service backup <folder>`,
    )
  }
}

async function restoreFrom(from: string, settings: RestorePlace): Promise<Restored> {
  const saved = join(from, 'tasks.db')
  const to = placesIn(settings.dataDirectory)
  // Before anything is written: a backup that is rejected leaves nothing behind.
  const tasks = await verifiedTasks(saved, migrations.length)
  makeDataFolder(to)
  // Before the claim, which another restore would else remove when it fails.
  const lock = await lockFolder(to.root)
  const begun = isRestoring(to)
  let written = begun
  try {
    if (existsSync(to.database))
      throw new CommandError(`${to.root} is not empty; give MODEL_TASKS_DATA an empty folder`)
    makePrivate(to.restoring)
    await restoreFiles(settings, from, {
      begun,
      async ready() {
        written = true
        await syncToDisk(to.root)
      },
    })
    await copySecret(from, to.root)
    // The database comes last, whole: what makes the folder one that a service may use is its name.
    cpSync(saved, to.restoring)
    keepPrivate(to.restoring)
    const held = await hold(to.restoring, settings, takenOf(from))
    await syncToDisk(to.restoring)
    renameSync(to.restoring, to.database)
    await syncToDisk(to.root)
    return { tasks, ...held }
  } catch (error) {
    if (!written) rmSync(to.restoring, { force: true })
    throw error
  } finally {
    lock.release()
  }
}

/** Before the database has its name: a service that finds it would submit what waits. */
async function hold(database: string, settings: RestorePlace, taken: number | undefined): Promise<Held> {
  const stores = await openSqliteStores(database)
  try {
    return await holdUnproven(stores.restored, settings, taken)
  } finally {
    await stores.close()
  }
}

/** When a backup was made; undefined where it does not say, as one of an earlier version. */
function takenOf(folder: string): number | undefined {
  if (!existsSync(join(folder, takenFile))) return undefined
  const content = parseJson(readFileSync(join(folder, takenFile), 'utf8'))
  const at = isJsonObject(content) ? content['at'] : undefined
  return typeof at === 'number' ? at : undefined
}

async function copySecret(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, secret))) return
  cpSync(join(from, secret), join(to, secret))
  await syncToDisk(join(to, secret))
}

/** How many tasks a database holds, all of which can be read. `newest`: the latest version that its tables may have. */
async function verifiedTasks(path: string, newest = Infinity): Promise<number> {
  const database = await openSqlite(path)
  try {
    const checked = database.prepare('PRAGMA integrity_check').get()?.['integrity_check']
    if (checked !== 'ok') throw new CommandError(`${path} is damaged: ${String(checked)}`)
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
    if (version > newest) throw new CommandError(`${path} ${newerFormat(version, newest)}`)
    return Number(database.prepare('SELECT count(*) AS tasks FROM task').get()?.['tasks'] ?? 0)
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    database.close()
  }
}
