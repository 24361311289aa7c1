import type * as prometheus from 'prom-client'
import { durationBuckets, type RequestFigures } from './request-figures.js'

const name = 'model_tasks_http_request_duration_seconds'

/** Registers a histogram of the requests that were counted. They are counted apart from it, so that a start needs no prom-client. */
export function requestHistogram(
  { Histogram }: Pick<typeof prometheus, 'Histogram'>,
  registry: prometheus.Registry,
  figures: RequestFigures,
): void {
  const help = 'Time from a request to the end of its answer'
  class Counted extends Histogram {
    /** What a registry asks for in the place of `get`; its declarations do not mention it. */
    async getForPromString() {
      return { name, help, type: 'histogram', values: valuesOf(figures) }
    }
  }
  new Counted({ name, help, labelNames: ['method', 'route', 'status'], registers: [registry] })
}

function valuesOf(figures: RequestFigures): prometheus.MetricValueWithName<string>[] {
  return figures.all().flatMap(({ method, route, status, count, sum, buckets }) => {
    const labels = { method, route, status }
    let upTo = 0
    const bounds = [...durationBuckets, '+Inf' as const]
    return [
      ...bounds.map((le, place) => {
        upTo += buckets[place] ?? 0
        return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: upTo }
      }),
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ]
  })
}
