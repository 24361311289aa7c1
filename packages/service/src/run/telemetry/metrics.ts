import type { Gauge as GaugeOf, Registry as RegistryOf } from 'prom-client'
import type { RecentEnds } from './ended-figures.js'
import type { SpentToday } from './spent-today.js'
import { creditsOf } from '../../domain/money/credits.js'
import { otherAccounts } from '../../keep/store/queue-figures.js'
import type { TaskSearch } from '../../keep/store/task-search.js'
import type { Engine } from '../engine/engine.js'
import type { TaskQueue } from '../../keep/store/task-queue.js'
import type { WebhookDeliveries } from '../../keep/store/webhook-deliveries.js'
import { requestHistogram } from './request-histogram.js'
import type { RequestFigures } from './request-figures.js'

/** What is measured. */
export interface MetricsParts {
  requests: RequestFigures
  queue: Pick<TaskQueue, 'figures'>
  search: Pick<TaskSearch, 'unknownOutcomes'>
  ends: Pick<RecentEnds, 'figures' | 'times'>
  spent: Pick<SpentToday, 'byAccount'>
  deliveries: Pick<WebhookDeliveries, 'pending'>
  engine: Pick<Engine, 'health'>
  version: string
  now: () => number
}

/** Measurements as Prometheus reads them. */
export interface Metrics {
  contentType: string
  /** The text of one scrape. Never rejects for a store that cannot be used: then `model_tasks_store_up` is 0. */
  scrape(): Promise<string>
}

type Gauges = Readonly<Record<keyof typeof gauges, GaugeOf>>

/** Every gauge by what it shows: its name, its labels and its help. */
const gauges = {
  build: ['model_tasks_build_info', ['version'], '1, with the version of the service'],
  store: ['model_tasks_store_up', [], '1 while the task store can be read, else 0'],
  waiting: ['model_tasks_queue_waiting', ['queue', 'account'], 'Tasks that could run now if there were room'],
  delayed: ['model_tasks_queue_delayed', ['queue', 'account'], 'Tasks that are not due yet'],
  oldest: ['model_tasks_queue_oldest_seconds', ['queue', 'account'], 'Age of the oldest task that waits'],
  running: ['model_tasks_queue_running', ['queue', 'account'], 'Tasks that run, in all services of the database'],
  retries: ['model_tasks_queue_retries', ['queue', 'account'], 'Internal errors counted on tasks that have not ended'],
  dead: ['model_tasks_queue_dead_letters', ['queue', 'account'], 'Tasks that were set aside'],
  spent: ['model_tasks_spent_today_credits', ['account'], 'Credits that tasks which ended today (UTC) were charged'],
  ended: [
    'model_tasks_upstream_ended_last_hour',
    ['queue', 'outcome', 'error_class'],
    'Tasks that ended in the last hour, in all services of the database',
  ],
  endedLastDay: [
    'model_tasks_upstream_ended_last_day',
    ['queue', 'outcome', 'error_class'],
    'Tasks that ended in the last day, in all services of the database',
  ],
  median: [
    'model_tasks_upstream_median_seconds',
    ['queue'],
    'Median time from the submit to the end of the latest completed tasks',
  ],
  unknown: [
    'model_tasks_upstream_unknown_outcomes',
    ['queue'],
    'Tasks of which no one knows whether the upstream has them',
  ],
  unknownOldest: [
    'model_tasks_upstream_unknown_oldest_seconds',
    ['queue'],
    'Age of the oldest task of unknown outcome',
  ],
  upstreamRunning: ['model_tasks_upstream_running', ['queue'], 'Tasks that this service runs'],
  paused: ['model_tasks_upstream_paused', ['queue', 'reason'], '1 while nothing is submitted to the upstream'],
  pausedModels: [
    'model_tasks_upstream_model_paused',
    ['queue', 'model'],
    '1 while the upstream does not know the model and gets no task of it',
  ],
  lateness: ['model_tasks_poll_lateness_seconds', ['queue'], 'How late the latest polls were, the largest of a minute'],
  webhooks: ['model_tasks_webhooks_pending', ['receiver'], 'Events that wait for a receiver'],
} as const

/** Loads prom-client, which a start does not need, and gives a registry over the parts. */
export async function openMetrics(parts: MetricsParts): Promise<Metrics> {
  const prometheus = await import('prom-client')
  const { Registry, Gauge, collectDefaultMetrics } = prometheus.default
  const registry: RegistryOf = new Registry()
  const made = Object.fromEntries(
    Object.entries(gauges).map(([key, [name, labelNames, help]]) => [
      key,
      new Gauge({ name, labelNames: [...labelNames], help, registers: [registry] }),
    ]),
  ) as Gauges
  requestHistogram(prometheus.default, registry, parts.requests)
  collectDefaultMetrics({ register: registry })
  made.build.set({ version: parts.version }, 1)
  return {
    contentType: registry.contentType,
    async scrape() {
      setUpstreams(made, parts)
      made.store.set(
        await setStore(made, parts).then(
          () => 1,
          () => 0,
        ),
      )
      return registry.metrics()
    },
  }
}

function setUpstreams(gauge: Gauges, { engine }: MetricsParts): void {
  for (const one of [gauge.upstreamRunning, gauge.paused, gauge.pausedModels, gauge.lateness]) one.reset()
  for (const { queue, running, paused, pausedModels, pollLateness } of engine.health()) {
    gauge.upstreamRunning.set({ queue }, running)
    gauge.lateness.set({ queue }, pollLateness / 1000)
    gauge.paused.set({ queue, reason: paused?.reason ?? '' }, paused === undefined ? 0 : 1)
    for (const { model } of pausedModels) gauge.pausedModels.set({ queue, model }, 1)
  }
}

/** Lines of figures by account, unless an account is one of the others. */
const accountLines = 500
const accountFigures = 7
/** Queues and accounts that are told apart, and accounts that have spent today. */
const toldApart = Math.floor(accountLines / accountFigures)

/** What is counted of the tasks of each upstream. */
async function setUpstreamTasks(gauge: Gauges, { search, ends, engine, now }: MetricsParts): Promise<void> {
  for (const one of [gauge.ended, gauge.endedLastDay, gauge.median, gauge.unknown, gauge.unknownOldest]) one.reset()
  const queues = engine.health().map(({ queue }) => queue)
  // From the start, so that an alert can compare: 0 is a figure, none is not.
  for (const queue of queues) {
    gauge.unknown.set({ queue }, 0)
    gauge.unknownOldest.set({ queue }, 0)
    for (const one of [gauge.ended, gauge.endedLastDay])
      for (const outcome of ['completed', 'failed']) one.set({ queue, outcome, error_class: '' }, 0)
  }
  const { lastHour, lastDay } = await ends.figures()
  for (const [one, counts] of [
    [gauge.ended, lastHour],
    [gauge.endedLastDay, lastDay],
  ] as const)
    for (const { queue, status, errorClass, tasks } of counts)
      one.set({ queue, outcome: status, error_class: errorClass ?? '' }, tasks)
  for (const [queue, { median }] of await ends.times(queues))
    if (median !== undefined) gauge.median.set({ queue }, median / 1000)
  for (const { queue, tasks, oldest } of await search.unknownOutcomes()) {
    gauge.unknown.set({ queue }, tasks)
    gauge.unknownOldest.set({ queue }, Math.max(0, (now() - oldest) / 1000))
  }
}

/** The accounts that have spent the most today, and all others together. */
async function setSpent(gauge: Gauges, { spent }: MetricsParts): Promise<void> {
  const all = [...(await spent.byAccount())]
  for (const [account, credits] of all.slice(0, toldApart)) gauge.spent.set({ account }, creditsOf(credits))
  const others = all.slice(toldApart).reduce((sum, [, credits]) => sum + credits, 0)
  if (others > 0) gauge.spent.set({ account: otherAccounts }, creditsOf(others))
}

async function setStore(gauge: Gauges, parts: MetricsParts): Promise<void> {
  const { queue, deliveries, now } = parts
  const ofQueue = [gauge.waiting, gauge.delayed, gauge.oldest, gauge.running, gauge.retries, gauge.dead]
  for (const one of [...ofQueue, gauge.webhooks, gauge.spent]) one.reset()
  for (const one of await queue.figures(toldApart)) {
    const labels = { queue: one.queue, account: one.account }
    for (const name of ['waiting', 'delayed', 'running', 'retries', 'dead'] as const) gauge[name].set(labels, one[name])
    gauge.oldest.set(labels, one.oldest === undefined ? 0 : Math.max(0, (now() - one.oldest) / 1000))
  }
  for (const [receiver, pending] of await deliveries.pending()) gauge.webhooks.set({ receiver }, pending)
  await setUpstreamTasks(gauge, parts)
  await setSpent(gauge, parts)
}
