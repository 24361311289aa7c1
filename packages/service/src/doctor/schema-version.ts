import { error, ok, type Finding } from './report.js'

const about = 'schema'

/** What the version of the tables means for this version of the service. */
export function versionFinding(version: number, known: number): Finding {
  if (version > known)
    return error(
      about,
      `the tables have version ${version}, and this service knows ${known}: a newer one has changed them`,
      'install that version of the service again; tables do not go back',
    )
  if (version === known) return ok(about, `version ${version}`)
  return ok(
    about,
    version === 0 ? `made at the first start` : `version ${version}; the next start brings it to ${known}`,
  )
}
