import { filePlace, filePlaceMembers } from '../../keep/files/place.js'
import type { FilePlace } from '../../settings/file-place.js'
import type { Settings } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'
import type { Machine } from './machine.js'
import { error, ok, warning, type Finding } from './report.js'
import { within } from './within.js'

const about = 'files'

/** Where the files are kept. A store elsewhere is tried with a file of a few bytes, as each start tries it. */
export async function checkFiles(settings: Settings, { patience }: Machine): Promise<Finding[]> {
  const place = filePlace(settings)
  if (place.folder === undefined)
    return within(patience, { about, next: place.adviceFor(undefined) }, () => checkPlace(place))
  if (settings.databaseUrl === undefined) return [ok(about, 'in the data folder')]
  return [
    warning(
      about,
      'in the data folder, beside a database that several services may share: each finds its own results only',
      `configure ${filePlaceMembers}, or run one service`,
    ),
  ]
}

async function checkPlace(place: FilePlace): Promise<Finding[]> {
  try {
    const files = await place.open()
    files.close()
    return [ok(about, `${place.location} takes, gives, lists and removes files`)]
  } catch (thrown) {
    if (!(thrown instanceof SettingsError)) throw thrown
    return [error(about, thrown.message.replace(/^MODEL_TASKS_CONFIG: /, ''), place.adviceFor(thrown.message))]
  }
}
