import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isRestoring, placesIn, type DataFolder } from '../../keep/data/folder.js'
import { lostDatabase } from '../../keep/data/lost-database.js'
import { openSqlite, type SqliteDatabase } from '../../keep/store/sqlite/database.js'
import { migrations } from '../../keep/store/sqlite/migrations.js'
import { tableVersion } from '../../keep/store/sqlite/schema.js'
import { reasonOf } from '../../base/reason.js'
import { error, ok, type Finding } from './report.js'
import { versionFinding } from './schema-version.js'

const about = 'database'

/** The SQLite file, where there is one, and whether the results are there that it names, where they are in the same folder. */
export async function checkSqlite(dataDirectory: string, filesBeside: boolean): Promise<Finding[]> {
  const folder = placesIn(dataDirectory)
  const { database: path } = folder
  // Said of the data folder, as is one that is not a folder, or may not be entered.
  if (isRestoring(folder) || (existsSync(folder.root) && !isOpenFolder(folder.root))) return []
  const lost = await lostDatabase(folder)
  if (lost !== undefined) return [error(about, lost.found, lost.next)]
  if (!existsSync(path)) return [ok(about, 'SQLite; the file is made at the first start')]
  const damaged =
    'stop the service, keep a copy of the folder, and restore a backup: model-tasks-service restore <folder>'
  try {
    const database = await openSqlite(path)
    try {
      database.exec('PRAGMA busy_timeout = 5000')
      const version = tableVersion(database)
      const checked = String(database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])
      return [
        checked === 'ok' ? ok(about, `SQLite, ${path}`) : error(about, `${path} is damaged: ${checked}`, damaged),
        versionFinding(version, migrations.length),
        ...(filesBeside && version.applied >= migrations.length ? resultsFinding(database, folder) : []),
      ]
    } finally {
      database.close()
    }
  } catch (thrown) {
    return [error(about, `${path} cannot be read: ${reasonOf(thrown)}`, damaged)]
  }
}

/** Whether this user may use what is in a folder. */
function isOpenFolder(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** The newest results: what a copy that was cut off, or made without the folder `files`, lacks. */
const resultsLookedAt = 20

function resultsFinding(database: SqliteDatabase, { files }: DataFolder): Finding[] {
  const rows = database
    .prepare('SELECT result_file, result_bytes FROM task WHERE result_file IS NOT NULL ORDER BY created DESC LIMIT ?')
    .all(resultsLookedAt)
  const missing = rows.filter(({ result_file: file, result_bytes: bytes }) => {
    const size = statSync(join(files, String(file)), { throwIfNoEntry: false })?.size
    return size !== Number(bytes)
  })
  if (missing.length === 0) return []
  return [
    error(
      'results',
      `of the newest ${rows.length} results, ${missing.length} are not in ${files}, or not whole`,
      'copy that folder whole from where this one came from, or restore a backup',
    ),
  ]
}
