import { silentLog } from '../../base/log.js'
import type { PastTask } from '../../domain/provider/history.js'
import type { Upstream } from '../../settings/settings.js'
import { loadMappings } from './mapped/open.js'
import { upstreamLane } from './upstreams.js'

/**
 * What an upstream lists of the tasks that were submitted since a time, in milliseconds since the Unix epoch; undefined where it has no
 * list. It buys nothing. Rejects with `HistoryError` where the list cannot be read to its end, and with `SettingsError` for a key that
 * its protocol cannot use.
 */
export async function upstreamHistory(
  upstream: Upstream,
  since: number,
  { signal, onTasks }: { signal: AbortSignal; onTasks?: (count: number) => void },
): Promise<PastTask[] | undefined> {
  const { provider } = upstreamLane(upstream, silentLog, { mappings: await loadMappings([upstream]) })
  try {
    if (provider.kind !== 'upstream' || provider.history === undefined) return undefined
    const tasks: PastTask[] = []
    for await (const task of provider.history(since, signal)) {
      tasks.push(task)
      onTasks?.(tasks.length)
    }
    return tasks
  } finally {
    await provider.close()
  }
}
