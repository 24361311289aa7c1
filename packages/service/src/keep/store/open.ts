import { existsSync } from 'node:fs'
import { openDataFolder, placesIn, unusableFolder } from '../data/folder.js'
import { expectDatabase, lostDatabase } from '../data/lost-database.js'
import { unusableDatabase } from '../../settings/database-url.js'
import type { Settings } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'
import type { Outbox } from './outbox.js'
import { openSqliteStores } from './sqlite/open.js'
import type { Stores } from './stores.js'

/**
 * Opens the database that the settings choose: PostgreSQL where there is a URL, else the SQLite file in the data folder,
 * where tasks are due by `now`. `makes`: whether a SQLite file that is not there is made, as it is unless told otherwise.
 * `lifetime`: how long a process that shares a database counts as alive after a heartbeat,
 * in milliseconds.
 * Throws `SettingsError` when it cannot be used.
 */
export async function openStores(
  { databaseUrl, dataDirectory }: Pick<Settings, 'databaseUrl' | 'dataDirectory'>,
  {
    outbox,
    now = Date.now,
    makes = true,
    lifetime,
  }: { outbox: Outbox; now?: () => number; makes?: boolean; lifetime?: number | undefined },
): Promise<Stores> {
  if (databaseUrl !== undefined) {
    const { openPostgresStores } = await import('./postgres/open.js')
    return openPostgresStores(databaseUrl, { outbox, lifetime }).catch((error: unknown) => {
      throw unusableDatabase(databaseUrl, error)
    })
  }
  const places = placesIn(dataDirectory)
  if (!makes && !existsSync(places.root)) expectDatabase(places)
  const folder = openDataFolder(dataDirectory)
  const lost = await lostDatabase(folder)
  if (lost !== undefined) throw new SettingsError(`MODEL_TASKS_DATA: ${lost.found}; ${lost.next}`)
  if (!makes) expectDatabase(folder)
  return openSqliteStores(folder.database, outbox, now).catch((error: unknown) => {
    throw unusableFolder(folder.root, error)
  })
}
