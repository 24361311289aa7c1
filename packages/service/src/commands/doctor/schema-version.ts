import type { TableVersion } from '../../keep/store/migration.js'
import { error, ok, type Finding } from './report.js'

const about = 'schema'

/** What the version of the tables means for this version of the service. */
export function versionFinding({ needed, applied }: TableVersion, known: number): Finding {
  if (needed > known)
    return error(
      about,
      `the tables have version ${needed}, and this service knows ${known}: a newer one has changed them`,
      'install that version of the service again; tables do not go back',
    )
  if (applied === known) return ok(about, `version ${applied}`)
  if (applied > known) return ok(about, `version ${applied} of a newer service, with which this one (${known}) works`)
  return ok(
    about,
    applied === 0 ? `made at the first start` : `version ${applied}; the next start brings it to ${known}`,
  )
}
