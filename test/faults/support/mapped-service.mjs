/**
 * A service in a process of its own in front of mapped upstreams, whose time runs faster: waits of minutes take seconds.
 * Read from the environment: FOLDER, UPSTREAMS (JSON), SPEED, EPOCH. Writes its base URL once it answers.
 */
import { silentLog } from '../../../packages/service/dist/log.js'
import { loadMappings } from '../../../packages/service/dist/provider/mapped/open.js'
import { upstreamProviders } from '../../../packages/service/dist/provider/upstreams.js'
import { startService } from '../../../packages/service/dist/start.js'
import { fastClock } from './fast-clock.mjs'

const { FOLDER, UPSTREAMS, SPEED, EPOCH } = process.env
const upstreams = JSON.parse(UPSTREAMS)
const clock = fastClock(Number(SPEED), Number(EPOCH))
const log = { ...silentLog, error: (message, details) => console.error(message, details?.error ?? '') }
const provider = upstreamProviders(upstreams, log, { clock, mappings: await loadMappings(upstreams) })
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
