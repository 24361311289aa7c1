import type { Settings } from '../../settings/settings.js'
import { checkCarriedFiles } from './carried-files.js'
import { checkDatabase } from './database.js'
import { checkDataFolder } from './data-folder.js'
import { checkFiles } from './files.js'
import type { Machine } from './machine.js'
import { checkNode } from './node.js'
import { checkPort } from './port.js'
import { checkProvider } from './provider.js'
import { reasonOf } from '../../base/reason.js'
import { checkRecordings } from './recordings.js'
import { error, type Finding } from './report.js'
import { checkExposure } from './exposure.js'
import { checkUpstreamWebhooks } from './upstream-webhooks.js'
import { checkWebhooks } from './webhooks.js'

type Check = (settings: Settings, machine: Machine) => Promise<Finding[]>

/** Every check by what it is about, in the order of the report. */
const checks: readonly (readonly [string, Check])[] = [
  ['node', checkNode],
  ['data folder', checkDataFolder],
  ['database', checkDatabase],
  ['files', checkFiles],
  ['port', checkPort],
  ['provider', checkProvider],
  ['recordings', checkRecordings],
  ['webhooks', checkWebhooks],
  ['webhooks of upstreams', checkUpstreamWebhooks],
  ['files of requests', checkCarriedFiles],
  ['exposure', checkExposure],
]

/** Looks at each setting and what it leads to. Changes nothing, but for files of a few bytes and empty folders that it makes and removes. */
export async function examine(settings: Settings, machine: Machine): Promise<Finding[]> {
  const found: Finding[] = []
  // One after the other: two of them take the lock of the data folder for a moment.
  for (const [about, check] of checks)
    try {
      found.push(...(await check(settings, machine)))
    } catch (thrown) {
      found.push(error(about, `the check itself failed: ${reasonOf(thrown)}`, 'report this with the line above'))
    }
  return found
}
