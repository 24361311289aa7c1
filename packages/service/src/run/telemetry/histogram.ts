import type * as prometheus from 'prom-client'
import type { Durations } from '../../base/durations.js'

/** A histogram as it is described to Prometheus. */
export interface Described {
  name: string
  help: string
  labelNames: readonly string[]
}

/** What was counted, with the labels under which it is shown. */
export interface Labelled {
  labels: Readonly<Record<string, string | number>>
  durations: Durations
}

/** Registers a histogram of what was counted. It is counted apart from it, so that a start needs no prom-client. */
export function registerHistogram(
  { Histogram }: Pick<typeof prometheus, 'Histogram'>,
  registry: prometheus.Registry,
  { name, help, labelNames }: Described,
  counted: () => readonly Labelled[],
): void {
  class Counted extends Histogram {
    /** What a registry asks for in the place of `get`; its declarations do not mention it. */
    async getForPromString() {
      return { name, help, type: 'histogram', values: counted().flatMap((one) => valuesOf(name, one)) }
    }
  }
  new Counted({ name, help, labelNames: [...labelNames], registers: [registry] })
}

function valuesOf(name: string, { labels, durations }: Labelled): prometheus.MetricValueWithName<string>[] {
  const { bounds, buckets, sum, count } = durations
  let upTo = 0
  return [
    ...[...bounds, '+Inf' as const].map((le, place) => {
      upTo += buckets[place] ?? 0
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: upTo }
    }),
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
