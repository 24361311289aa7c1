import type { Clock } from '../clock.js'
import type { Log } from '../log.js'
import type { Stores } from './stores.js'

/** How far the clocks of a service and its database may be apart, in milliseconds. */
export const maxSkew = 5000

/** Says so where the clocks of this machine and of the database differ: result URLs, retention and the times of tasks count on both. */
export async function reportSkew(
  { databaseTime }: Pick<Stores, 'databaseTime'>,
  clock: Clock,
  log: Log,
): Promise<void> {
  if (databaseTime === undefined) return
  const skew = clock.now() - (await databaseTime())
  if (Math.abs(skew) <= maxSkew) return
  log.error(
    'the clocks of this machine and of the database differ, and result URLs, retention and the times of tasks count on both; run a time service (chrony, systemd-timesyncd) on both machines',
    { seconds: Math.round(skew / 1000) },
  )
}
