import type { Log } from '../../base/log.js'

/** Statuses of which one upstream is reported: some put the progress into theirs. */
const maxReported = 20

/** Says in the log, once each, that an upstream answers a status whose meaning is not known. */
export function unknownStatuses(upstream: string, log: Log): (status: string) => void {
  const reported = new Set<string>()
  return (status) => {
    if (reported.has(status) || reported.size >= maxReported) return
    reported.add(status)
    log.error(
      "an upstream answered a status that is in no table; its task is polled on, until the deadline. Say what it means in the upstream's statuses",
      { upstream, status },
    )
  }
}
