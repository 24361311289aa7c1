import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isRestoring, makeDataFolder, openDataFolder, placesIn, type DataFolder } from '../../keep/data/folder.js'
import { lockFolder, type FolderLock } from '../../keep/data/folder-lock.js'
import { expectDatabase } from '../../keep/data/lost-database.js'
import { storedSecret } from '../../keep/data/secret.js'
import { keepPrivate, makePrivate } from '../../keep/data/private-file.js'
import { syncToDisk } from '../../keep/files/disk.js'
import { newerFormat } from '../../keep/store/newer-format.js'
import { openSqliteStores } from '../../keep/store/sqlite/open.js'
import { openSqlite } from '../../keep/store/sqlite/database.js'
import { migrations } from '../../keep/store/sqlite/migrations.js'
import { migrations as postgresMigrations } from '../../keep/store/postgres/migrations.js'
import { backUpFiles, restoreFiles } from './backup-files.js'
import type { FileSettings } from '../../keep/files/place.js'
import { makeBackup } from './backup-folder.js'
import { holdFolder } from './hold-folder.js'
import type { Held } from '../../keep/store/hold-unproven.js'
import { holdByRecord, type RestorePlace } from './hold-restored.js'
import { InputError } from '../../base/input-error.js'
import { savedRows, type SavedRows } from './saved-rows.js'
import { secretFile, sqliteFile, takenFile, takenOf, verifiedTasks, writeSqlite } from './sqlite-rows.js'

/** What a restore has brought back. */
export interface Restored extends Held {
  tasks: number
}

/**
 * Copies a data folder, also while a service runs on it: the database as of one moment, then the files, which never
 * change, so that each file of that moment is there, also where they are on S3. The copy is whole once `target` exists.
 * Answers the number of tasks.
 */
export async function backUp(settings: FileSettings, target: string): Promise<number> {
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
    await copySecret(from.root, join(folder, secretFile))
    await backUpFiles(settings, folder)
    const tasks = await verifiedTasks(part)
    await syncToDisk(part)
    renameSync(part, join(folder, sqliteFile))
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
  return existsSync(join(from, sqliteFile))
    ? holding(from, settings, async () => restoreFrom(from, settings, await savedDatabase(from)))
    : restoreFrom(from, settings, databaseOf(savedRows(from), from))
}

/** Puts the database of a backup where a restore wants it, as the last of its steps. */
interface SavedDatabase {
  tasks: number
  /** When it was saved; undefined where it does not say. */
  taken: number | undefined
  write(to: DataFolder): Promise<void>
}

/** A backup of SQLite, of a version that is not too new. */
async function savedDatabase(from: string): Promise<SavedDatabase> {
  const saved = join(from, sqliteFile)
  return {
    tasks: await verifiedTasks(saved, migrations.length),
    taken: takenOf(from),
    async write({ secret, restoring }) {
      await copySecret(from, secret)
      cpSync(saved, restoring)
    },
  }
}

/** A backup of PostgreSQL, whose rows this version can read. */
function databaseOf(saved: SavedRows, from: string): SavedDatabase {
  if (saved.version > postgresMigrations.length)
    throw new InputError(`${from} ${newerFormat(saved.version, postgresMigrations.length)}`)
  if (saved.version < postgresMigrations.length)
    throw new InputError(
      `${from} was saved from PostgreSQL by an earlier version; restore it into PostgreSQL with this one, and back that up`,
    )
  return {
    tasks: saved.tables['task'] ?? 0,
    taken: saved.at,
    write: ({ secret, restoring }) => writeSqlite(restoring, saved, { secret }),
  }
}

/** Works with a folder that no other process may use meanwhile, where it is a data folder and not the one of the settings. */
export async function holding<T>(
  folder: string,
  { dataDirectory }: Pick<FileSettings, 'dataDirectory'>,
  work: () => Promise<T>,
): Promise<T> {
  const hold = folder === placesIn(dataDirectory).root ? undefined : await holdOf(folder)
  try {
    return await work()
  } finally {
    hold?.release()
  }
}

/** A data folder that is not in use may be restored like a backup. What a service has written last is not yet in its `tasks.db`. */
function holdOf(folder: string): Promise<FolderLock | undefined> {
  return holdFolder(
    folder,
    `${folder} is the data folder of a running service, not a backup; set MODEL_TASKS_DATA to it and make one with model-tasks-service backup <folder>`,
  )
}

/** A backup that is rejected leaves nothing behind: it is read before anything is written. */
async function restoreFrom(from: string, settings: RestorePlace, saved: SavedDatabase): Promise<Restored> {
  const to = placesIn(settings.dataDirectory)
  makeDataFolder(to)
  // Before the claim, which another restore would else remove when it fails.
  const lock = await lockFolder(to.root)
  const begun = isRestoring(to)
  let written = begun
  try {
    if (existsSync(to.database)) throw new InputError(`${to.root} is not empty; give MODEL_TASKS_DATA an empty folder`)
    makePrivate(to.restoring)
    await restoreFiles(settings, from, {
      begun,
      async ready() {
        written = true
        await syncToDisk(to.root)
      },
    })
    // The database comes last, whole: what makes the folder one that a service may use is its name.
    await saved.write(to)
    keepPrivate(to.restoring)
    const held = await hold(to, { ...settings, held: [to.root, from] }, saved.taken)
    await syncToDisk(to.restoring)
    renameSync(to.restoring, to.database)
    await syncToDisk(to.root)
    return { tasks: saved.tasks, ...held }
  } catch (error) {
    if (!written) rmSync(to.restoring, { force: true })
    throw error
  } finally {
    lock.release()
  }
}

/** Before the database has its name: a service that finds it would submit what waits. */
async function hold(to: DataFolder, settings: RestorePlace, taken: number | undefined): Promise<Held> {
  const stores = await openSqliteStores(to.restoring)
  try {
    return await holdByRecord(stores.restored, settings, { secret: storedSecret(to.secret), taken, now: Date.now() })
  } finally {
    await stores.close()
  }
}

/** Keys in the clear, locks and unfinished work stay behind. */
async function copySecret(from: string, to: string): Promise<void> {
  if (!existsSync(join(from, secretFile))) return
  cpSync(join(from, secretFile), to)
  await syncToDisk(to)
}
