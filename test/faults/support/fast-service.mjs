/**
 * The service as its executable runs it, but for its time, which runs faster. Read from the environment beside its
 * settings: SPEED, EPOCH and, of processes that share a database, LIFETIME: how long one counts as alive after a
 * heartbeat, in milliseconds.
 */
import { jsonLog } from '../../../packages/service/dist/base/json-log.js'
import { serve } from '../../../packages/service/dist/compose/serve.js'
import { readSettings } from '../../../packages/service/dist/keep/read-settings.js'
import { secretsOf } from '../../../packages/service/dist/settings/secrets.js'
import { redactor } from '../../../packages/service/dist/base/redact.js'
import { fastClock } from '../../../packages/service/dist/commands/prove/fast-clock.js'

const { SPEED, EPOCH, LIFETIME, ...environment } = process.env
const say = (line) => process.stderr.write(line)
const settings = readSettings(environment)
const log = jsonLog({ write: say, redact: redactor(secretsOf(settings)), now: Date.now, level: 'info' })
await serve(
  settings,
  { print: (line) => process.stdout.write(`${line}\n`), say, log },
  { clock: fastClock(Number(SPEED), Number(EPOCH)), ...(LIFETIME === undefined ? {} : { lifetime: Number(LIFETIME) }) },
)
