import type { Settings } from '../../settings/settings.js'
import type { Machine } from './machine.js'
import { error, ok, type Finding } from './report.js'

const [major, minor] = [20, 19]

/** The version of Node. */
export async function checkNode(_settings: Settings, { nodeVersion }: Machine): Promise<Finding[]> {
  const [, ownMajor = '0', ownMinor = '0'] = /^v?(\d+)\.(\d+)/.exec(nodeVersion) ?? []
  const enough = Number(ownMajor) > major || (Number(ownMajor) === major && Number(ownMinor) >= minor)
  return [
    enough
      ? ok('node', nodeVersion)
      : error('node', `${nodeVersion} is too old`, `install Node ${major}.${minor} or newer`),
  ]
}
