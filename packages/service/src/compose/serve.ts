import { greeting } from './greeting.js'
import { systemClock } from '../base/clock.js'
import type { Log } from '../base/log.js'
import type { Settings } from '../settings/settings.js'
import type { RunningService } from './running-service.js'
import { startService, type ServiceParts } from './start.js'

export { jsonLog } from '../base/json-log.js'

/** Where the process writes: `print` to stdout, `say` to stderr. */
export interface ServeOutput {
  print: (line: string) => void
  say: (line: string) => void
  log: Log
}

/**
 * Starts the service, tells the operator where it is, and stops it on a signal. `parts`: what a program puts in place of the usual;
 * `reloads`: whether SIGHUP has the settings read anew, as a command does; otherwise it ends the process.
 */
export async function serve(
  settings: Settings,
  { print, say, log }: ServeOutput,
  { reloads = false, ...parts }: Omit<ServiceParts, 'log'> & { reloads?: boolean } = {},
): Promise<void> {
  // From before the start, which such a signal would end, and which has read the settings already.
  let isAsked = false
  let reload = (): unknown => (isAsked = true)
  if (reloads) process.on('SIGHUP', () => void reload())
  const service = await startService(settings, { ...parts, log })
  reload = () => service.reload()
  if (isAsked) void reload()
  stopOnSignals(service, say)
  void service.databaseLeft.then(() => endWithDatabase(service))
  print(greeting(service, settings))
}

/** What still runs is given so long, in milliseconds: nothing of it can be stored. */
const lastMoment = 2000

/** What this process knows is of a database that is gone. What keeps it running starts it again, on the one that is there. */
async function endWithDatabase(service: RunningService): Promise<void> {
  await Promise.race([service.close().catch(() => undefined), systemClock.delay(lastMoment)])
  process.exit(1)
}

/** npm forwards the Ctrl-C that the terminal also sends to the service. Signals this close together, in milliseconds, count as one. */
const sameSignal = 500

/** The first signal stops in good order, the second at once; what was running is resumed either way. */
function stopOnSignals(service: RunningService, say: ServeOutput['say']): void {
  let stoppingSince: number | undefined
  const stop = (): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < sameSignal) return
      process.exit(130)
    }
    stoppingSince = performance.now()
    say(
      'stopping; what is running gets a moment to finish, the rest is resumed at the next start (press Ctrl+C again to stop at once)\n',
    )
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        say(`stopping failed: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
