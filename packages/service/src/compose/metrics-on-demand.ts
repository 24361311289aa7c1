import type { Clock } from '../base/clock.js'
import { once } from '../base/once.js'
import type { Stores } from '../keep/store/stores.js'
import type { Metrics, MetricsParts } from '../run/telemetry/metrics.js'
import { RecentEnds } from '../run/telemetry/ended-figures.js'
import { SpentToday } from '../run/telemetry/spent-today.js'

/** What the metrics of a service are made of. */
export interface OnDemandParts extends Pick<MetricsParts, 'requests' | 'upstreams' | 'engine' | 'version' | 'lines'> {
  stores: Stores
  /** Of the database. */
  clock: Clock
  /** Of this machine. */
  machine: Clock
}

/** What opens the metrics of a service when they are first asked for. */
export function metricsOnDemand({ stores, clock, machine, ...parts }: OnDemandParts): () => Promise<Metrics> {
  return once(async () => {
    const { openMetrics } = await import('../run/telemetry/metrics.js')
    return openMetrics({
      ...{ ...stores, ...parts },
      ends: new RecentEnds({ search: stores.search, clock: machine }),
      spent: new SpentToday({ search: stores.search, clock }),
      now: () => clock.now(),
    })
  })
}
