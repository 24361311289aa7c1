import { existsSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SettingsError } from '../../settings/settings-error.js'

/** Where the service keeps what. */
export interface DataFolder {
  root: string
  database: string
  /** The database of a backup until it is restored whole, which it becomes by its name. Without a database it says that a restore has begun. */
  restoring: string
  /** Result files and assets. */
  files: string
  /** What providers write before it becomes a result; emptied at start. */
  work: string
  secret: string
  credentials: string
}

/** The places in a data folder, which need not be there. */
export function placesIn(directory: string): DataFolder {
  const root = resolve(directory)
  return {
    root,
    database: join(root, 'tasks.db'),
    restoring: join(root, 'tasks.db.restoring'),
    files: join(root, 'files'),
    work: join(root, 'work'),
    secret: join(root, 'result-url-secret'),
    credentials: join(root, 'local-credentials.json'),
  }
}

/** Whether two paths lead to one folder, which may have several names. */
export function isSameFolder(one: string, other: string): boolean {
  return realPath(one) === realPath(other)
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : resolve(path)
}

/**
 * The places in a data folder, which is made when it is not there. Throws `SettingsError` when it cannot be, and when a
 * restore into it has not ended.
 */
export function openDataFolder(directory: string): DataFolder {
  const folder = placesIn(directory)
  const restoring = unfinishedRestore(folder)
  if (restoring !== undefined) throw new SettingsError(`MODEL_TASKS_DATA: ${restoring.found}; ${restoring.next}`)
  makeDataFolder(folder)
  return folder
}

/** Makes the folders that are not there. Throws `SettingsError` when they cannot be made. */
export function makeDataFolder(folder: DataFolder): void {
  try {
    for (const path of [folder.root, folder.files, folder.work]) makeFolder(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(
      `MODEL_TASKS_DATA: cannot make the folder ${folder.root}: ${reason}; give a folder this user may write to`,
    )
  }
}

/** What is wrong with a data folder, and what to do about it. */
export interface FolderFault {
  found: string
  next: string
}

/** What a restore that has not ended makes of a data folder. */
export function unfinishedRestore(folder: DataFolder): FolderFault | undefined {
  if (!isRestoring(folder)) return undefined
  return {
    found: `a backup is being restored into ${folder.root}, or that was interrupted`,
    next: 'run model-tasks-service restore <folder> again to finish it, or set MODEL_TASKS_DATA to another folder',
  }
}

/** Whether a restore into the folder has begun and not ended. */
export function isRestoring({ database, restoring }: DataFolder): boolean {
  return existsSync(restoring) && !existsSync(database)
}

/** Whether there is a file that is not empty. */
export function holdsBytes(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}

/** What an operator reads when something in the folder fails. */
export function unusableFolder(root: string, error: unknown): SettingsError {
  if (error instanceof SettingsError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new SettingsError(
    `MODEL_TASKS_DATA: the folder ${root} cannot be used: ${reason}; fix it, or use another folder`,
  )
}

/** Makes a folder and those above it that are not there. Node's own way of making a folder with those above it never ends where a folder is there and takes no other, as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
