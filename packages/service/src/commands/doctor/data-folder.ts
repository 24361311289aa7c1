import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { unfinishedRestore, placesIn } from '../../keep/data/folder.js'
import { lockFolder } from '../../keep/data/folder-lock.js'
import { writePrivateFile } from '../../keep/data/private-file.js'
import { filePlace, filePlaceMembers } from '../../keep/files/place.js'
import type { Settings } from '../../settings/settings.js'
import { SettingsError } from '../../settings/settings-error.js'
import type { Machine } from './machine.js'
import { reasonOf } from '../../base/reason.js'
import { error, ok, warning, type Finding } from './report.js'

const about = 'data folder'
const [fewBytes, tooFewBytes] = [2 * 1024 ** 3, 100 * 1024 ** 2]

/** Whether the data folder can be written to, who uses it, and how much room is left. One that is not there is not made. */
export async function checkDataFolder(settings: Settings, { freeBytes }: Machine): Promise<Finding[]> {
  const directory = resolve(settings.dataDirectory)
  const next = 'set MODEL_TASKS_DATA to a folder that this user may write to'
  try {
    const present = nearestWritable(directory)
    if (present !== directory) {
      return [ok(about, `${directory} is made at the first start`), spaceOf(await freeBytes(present), settings)]
    }
    const probe = join(directory, `doctor-${randomUUID()}`)
    writePrivateFile(probe, 'written to see that it can be')
    rmSync(probe)
  } catch (thrown) {
    return [error(about, `${directory} cannot be used: ${reasonOf(thrown)}`, next)]
  }
  const restoring = unfinishedRestore(placesIn(directory))
  return [
    restoring === undefined ? ok(about, directory) : error(about, restoring.found, restoring.next),
    await holder(directory),
    spaceOf(await freeBytes(directory), settings),
  ]
}

/** The folder itself, or the first above it that is there. Throws when nothing can be made in it. */
export function nearestWritable(directory: string): string {
  const present = nearest(directory)
  if (!statSync(present).isDirectory()) throw new Error(`${present} is not a folder`)
  accessSync(present, constants.W_OK)
  // Some folders take no other from anybody, as /proc: only trying tells.
  rmdirSync(mkdtempSync(join(present, 'doctor-')))
  return present
}

/** The folder itself, or the first above it that is there. */
function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path))
}

async function holder(root: string): Promise<Finding> {
  try {
    const lock = await lockFolder(root)
    lock.release()
    return ok(about, 'no service uses it at the moment')
  } catch (thrown) {
    if (!(thrown instanceof SettingsError))
      return error(about, `its lock cannot be taken: ${reasonOf(thrown)}`, 'let this user own every file in it')
    return ok(
      about,
      /\(process \d+\)/.test(thrown.message)
        ? `a service uses it ${/\(process \d+\)/.exec(thrown.message)?.[0] ?? ''}`
        : 'a service uses it',
    )
  }
}

function spaceOf(free: number, settings: Settings): Finding {
  const said = `${(free / 1024 ** 3).toFixed(1)} GiB are free`
  const next =
    filePlace(settings).folder !== undefined || settings.databaseUrl === undefined
      ? `make room, set keepDays so that old results are removed, or configure ${filePlaceMembers}`
      : `make room: files pass through this folder before they are in ${filePlace(settings).location}`
  if (free < tooFewBytes) return error('disk', said, next)
  return free < fewBytes ? warning('disk', said, next) : ok('disk', said)
}
