import { filePlace } from '../../keep/files/place.js'
import type { Settings } from '../../settings/settings.js'
import type { Machine } from './machine.js'
import type { Finding } from './report.js'

/** The database of the settings: whether it answers, what version its tables have, and whether its clock agrees. */
export async function checkDatabase(settings: Settings, machine: Machine): Promise<Finding[]> {
  const { databaseUrl, dataDirectory } = settings
  if (databaseUrl === undefined) {
    const { checkSqlite } = await import('./sqlite.js')
    return checkSqlite(dataDirectory, filePlace(settings).folder !== undefined)
  }
  const { checkPostgres } = await import('./postgres.js')
  return checkPostgres(databaseUrl, machine)
}
