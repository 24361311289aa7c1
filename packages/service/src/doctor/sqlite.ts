import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openSqlite } from '../store/sqlite/database.js'
import { migrations } from '../store/sqlite/migrations.js'
import { reasonOf } from '../reason.js'
import { error, ok, type Finding } from './report.js'
import { versionFinding } from './schema-version.js'

const about = 'database'

/** The SQLite file, where there is one. */
export async function checkSqlite(dataDirectory: string): Promise<Finding[]> {
  const path = join(resolve(dataDirectory), 'tasks.db')
  if (!existsSync(path)) return [ok(about, 'SQLite; the file is made at the first start')]
  const damaged =
    'stop the service, keep a copy of the folder, and restore a backup: model-tasks-service restore <folder>'
  try {
    const database = await openSqlite(path)
    try {
      database.exec('PRAGMA busy_timeout = 5000')
      const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
      const checked = String(database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'])
      return [
        checked === 'ok' ? ok(about, `SQLite, ${path}`) : error(about, `${path} is damaged: ${checked}`, damaged),
        versionFinding(version, migrations.length),
      ]
    } finally {
      database.close()
    }
  } catch (thrown) {
    return [error(about, `${path} cannot be read: ${reasonOf(thrown)}`, damaged)]
  }
}
