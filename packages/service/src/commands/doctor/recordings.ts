import { resolve } from 'node:path'
import { reasonOf } from '../../base/reason.js'
import type { Settings } from '../../settings/settings.js'
import { nearestWritable } from './data-folder.js'
import { ok, warning, type Finding } from './report.js'

const about = 'recordings'

/** Whether the folder for the shapes of upstreams' answers can be written to. One that is not there is not made. */
export async function checkRecordings({ recordings, provider }: Settings): Promise<Finding[]> {
  if (recordings === undefined || provider !== 'relay') return []
  const folder = resolve(recordings)
  try {
    nearestWritable(folder)
    return [ok(about, folder)]
  } catch (thrown) {
    return [
      warning(
        about,
        `${folder} cannot be written to: ${reasonOf(thrown)}`,
        'set recordings to a folder that this user may write to; nothing is recorded meanwhile',
      ),
    ]
  }
}
