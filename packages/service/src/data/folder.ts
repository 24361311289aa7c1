import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { SettingsError } from '../settings/settings-error.js'

/** Where the service keeps what. */
export interface DataFolder {
  root: string
  database: string
  /** Result files and assets. */
  files: string
  /** What providers write before it becomes a result; emptied at start. */
  work: string
  secret: string
  credentials: string
}

/** The places in a data folder, which is made when it is not there. Throws `SettingsError` when it cannot be. */
export function openDataFolder(directory: string): DataFolder {
  const root = resolve(directory)
  const folder: DataFolder = {
    root,
    database: join(root, 'tasks.db'),
    files: join(root, 'files'),
    work: join(root, 'work'),
    secret: join(root, 'result-url-secret'),
    credentials: join(root, 'local-credentials.json'),
  }
  try {
    for (const path of [root, folder.files, folder.work]) makeFolder(path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new SettingsError(
      `MODEL_TASKS_DATA: cannot make the folder ${root}: ${reason}; give a folder this user may write to`,
    )
  }
  return folder
}

/** What an operator reads when something in the folder fails. */
export function unusableFolder(root: string, error: unknown): SettingsError {
  if (error instanceof SettingsError) return error
  const reason = error instanceof Error ? error.message : String(error)
  return new SettingsError(
    `MODEL_TASKS_DATA: the folder ${root} cannot be used: ${reason}; fix it, or use another folder`,
  )
}

/** Node's own way of making a folder with those above it never ends where a folder is there and takes no other, as /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
