import type { Finding } from '@model-tasks/validation'
import type { JsonObject } from './json.js'

/** The findings about the files a request refers to. */
export type CheckMedia = (model: string, parameters: JsonObject) => Promise<Finding[]>

const millisecondsPerFile = 5000

/**
 * Reads as much of each remote file as tells its format, size and length, and applies the model's media limits. Files on
 * hosts of this network are not read, since whoever submits a request must not look around in here; what cannot be
 * read is left for the provider to judge.
 */
export function remoteMediaCheck(): CheckMedia {
  return async (model, parameters) => {
    const { preflight } = await import('@model-tasks/client/media')
    const { findings } = await preflight(model, onlyRemote(parameters), { refusePrivateHosts: true, timeout: millisecondsPerFile })
    return findings
  }
}

/** The media URLs at their places. Anything else is blanked out: a path would be read from this machine's own disk. */
function onlyRemote(parameters: JsonObject): JsonObject {
  const remote: JsonObject = {}
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) remote[name] = value.map((item) => typeof item === 'string' && /^https?:\/\//i.test(item) ? item : null)
  }
  return remote
}
