/**
 * A service in a process of its own in front of mapped upstreams, whose time runs faster: waits of minutes take seconds.
 * Read from the environment: FOLDER, UPSTREAMS (JSON), SPEED, EPOCH, KILL_AT, MEDIA_HOST. Writes its base URL once it answers.
 */
import { join } from 'node:path'
import { DiskFileStore } from '../../../packages/service/dist/keep/files/disk.js'
import { guardedFetch } from '../../../packages/service/dist/base/net/guarded-fetch.js'
import { silentLog } from '../../../packages/service/dist/base/log.js'
import { loadMappings } from '../../../packages/service/dist/run/provider/mapped/open.js'
import { upstreamProviders } from '../../../packages/service/dist/run/provider/upstreams.js'
import { startService } from '../../../packages/service/dist/compose/start.js'
import { fastClock } from '../../../packages/service/dist/commands/prove/fast-clock.js'

const { FOLDER, UPSTREAMS, SPEED, EPOCH, KILL_AT, MEDIA_HOST } = process.env
const upstreams = JSON.parse(UPSTREAMS)
const clock = fastClock(Number(SPEED), Number(EPOCH))
const log = { ...silentLog, error: (message, details) => console.error(message, details?.error ?? '') }

/** A file store in which the process is killed at a moment of a kept answer: once it is durable, or before it is removed. */
class FilesUntil extends DiskFileStore {
  async putStream(key, stream) {
    const put = await super.putStream(key, stream)
    if (KILL_AT === 'kept' && key.startsWith('held/')) process.kill(process.pid, 'SIGKILL')
    return put
  }

  async remove(key) {
    if (KILL_AT === 'removing' && key.startsWith('held/')) process.kill(process.pid, 'SIGKILL')
    await super.remove(key)
  }
}

if (KILL_AT === 'uploading') {
  const send = fetch
  globalThis.fetch = (url, init) => {
    if (String(url).endsWith('/files')) process.kill(process.pid, 'SIGKILL')
    return send(url, init)
  }
}

const openFiles = async () => new FilesUntil(join(FOLDER, 'files'))
const mappings = await loadMappings(upstreams)
/** Files that requests name are fetched from the public Internet, and from this host of the test. */
const media = MEDIA_HOST === undefined ? {} : { fetchMedia: guardedFetch({ allowed: new Set([MEDIA_HOST]) }) }
const provider = upstreamProviders(upstreams, log, { clock, mappings, openFiles, ...media })
const settings = {
  port: 0,
  dataDirectory: FOLDER,
  siteDirectory: '/nowhere',
  provider: 'relay',
  checkMedia: false,
  rateLimit: 'off',
  upstreams,
  unknownOutcomeDeadline: 60_000,
}
const { baseUrl } = await startService(settings, { clock, provider, log })
console.log(baseUrl)
