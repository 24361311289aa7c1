import type { Finding } from '@model-tasks/validation'
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.js'
import { MediaReader } from './media-reader.js'
import { guardedFetch, type Resolve } from '../../base/net/guarded-fetch.js'
import { publicResolve } from '../../base/net/resolve-public.js'
import { SettingsError } from '../../settings/settings-error.js'

/** The findings about the files a request refers to. */
export type CheckMedia = (model: string, parameters: JsonObject) => Promise<Finding[]>

const [millisecondsPerFile, millisecondsInAll] = [5000, 15_000]

/** What the client reads media with, where it is installed: its optional peers and ours, with the versions that are known to work. */
export const mediaReaders = { 'file-type': '21.3.0', mediabunny: '1.61.0', 'probe-image-size': '7.5.0' } as const

/**
 * Reads as much of each remote file as tells its format, size and length, and applies the model's media limits. Files on
 * hosts that are not on the public Internet are not read, since the sender of a request must not look around in here;
 * what cannot be read is left for the upstream to judge. Throws `SettingsError` when what it reads with is not installed: nothing would be read.
 */
export function remoteMediaCheck(
  resolve: Resolve = publicResolve(),
  readers: Readonly<Record<string, string>> = mediaReaders,
): CheckMedia {
  const missing = Object.entries(readers)
    .filter(([name]) => !isInstalled(name))
    .map(([name, version]) => `${name}@${version}`)
  if (missing.length > 0) {
    throw new SettingsError(
      `MODEL_TASKS_CHECK_MEDIA: looking at media needs packages that are not installed; run: npm install ${missing.join(' ')}, or set MODEL_TASKS_CHECK_MEDIA=off`,
    )
  }
  const send = guardedFetch({ resolve })
  const reader = new MediaReader()
  return async (model, parameters) => {
    const { preflight } = await import('@model-tasks/client/media')
    const { findings } = await preflight(model, onlyRemote(parameters), {
      fetch: send,
      timeout: millisecondsPerFile,
      signal: AbortSignal.timeout(millisecondsInAll),
      lookup: resolve,
      facts: (source) => reader.facts(source),
    })
    return findings
  }
}

/** The media URLs at their places. Anything else is blanked out: a path would be read from this machine's own disk. */
function onlyRemote(parameters: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, remoteIn(value)]))
}

function remoteIn(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(remoteIn)
  if (isJsonObject(value)) return onlyRemote(value)
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : null
}

/** Only looks for it: loading all of them takes most of a second, and is left to the first file that is read. */
function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
