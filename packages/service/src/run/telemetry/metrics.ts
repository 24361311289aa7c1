import type * as prometheus from 'prom-client'
import type { Gauge as GaugeOf, Registry as RegistryOf } from 'prom-client'
import type { RecentEnds } from './ended-figures.js'
import type { SpentToday } from './spent-today.js'
import { creditsOf } from '../../domain/money/credits.js'
import { otherAccounts } from '../../keep/store/queue-figures.js'
import type { AccountStore } from '../../keep/store/account-store.js'
import type { TaskSearch } from '../../keep/store/task-search.js'
import type { Engine } from '../engine/engine.js'
import type { TaskQueue } from '../../keep/store/task-queue.js'
import type { WebhookDeliveries } from '../../keep/store/webhook-deliveries.js'
import { registerHistogram, type Labelled } from './histogram.js'
import type { UpstreamFigure, UpstreamFigures } from './upstream-figures.js'
import type { RequestFigures } from './request-figures.js'
import { Durations, shortTimes } from '../../base/durations.js'
import type { ConnectionFigures } from '../../keep/store/stores.js'

/** What is measured. */
export interface MetricsParts {
  requests: RequestFigures
  upstreams: Pick<UpstreamFigures, 'all' | 'claims'>
  connections?: ConnectionFigures | undefined
  /** Lines by account at most. */
  lines: number
  queue: Pick<TaskQueue, 'figures'>
  search: Pick<TaskSearch, 'unknownOutcomes'>
  ends: Pick<RecentEnds, 'figures' | 'times'>
  spent: Pick<SpentToday, 'byAccount' | 'byUpstream'>
  accounts: Pick<AccountStore, 'creditsByQueue'>
  deliveries: Pick<WebhookDeliveries, 'pending'>
  engine: Pick<Engine, 'health' | 'heartbeatAge'>
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
  pausedFor: ['model_tasks_upstream_paused_seconds', ['queue'], 'Since when nothing is submitted; 0 while tasks are'],
  heartbeat: [
    'model_tasks_heartbeat_age_seconds',
    [],
    'Since when this process has not shown that it lives; NaN while it takes no tasks',
  ],
  connectionsAwaited: [
    'model_tasks_database_connections_awaited',
    [],
    'Statements and transactions that wait for a connection',
  ],
  upstreamSpent: [
    'model_tasks_upstream_spent_today_credits',
    ['queue'],
    'Credits that tasks which ended today (UTC) were charged',
  ],
  heldCredits: ['model_tasks_upstream_held_credits', ['queue'], 'Credits that tasks which have not ended hold'],
  settledCredits: [
    'model_tasks_upstream_settled_credits',
    ['queue'],
    'Credits that tasks were charged since the first, where credits are counted',
  ],
  releasedCredits: [
    'model_tasks_upstream_released_credits',
    ['queue'],
    'Credits that tasks held and got back since the first',
  ],
  upstreamCost: [
    'model_tasks_upstream_counted_today',
    ['queue', 'unit'],
    'What the upstream counted for tasks which ended today (UTC), in its own unit',
  ],
  pausedModels: [
    'model_tasks_upstream_model_paused',
    ['queue', 'model'],
    '1 while the upstream does not know the model and gets no task of it',
  ],
  lateness: ['model_tasks_poll_lateness_seconds', ['queue'], 'How late the latest polls were, the largest of a minute'],
  limited: [
    'model_tasks_upstream_requests_remaining',
    ['queue', 'requests'],
    'How many more requests the upstream takes before the next reset, as its latest answer has it',
  ],
  limit: [
    'model_tasks_upstream_requests_limit',
    ['queue', 'requests'],
    'How many requests the upstream takes between two resets, as its latest answer has it',
  ],
  limitReset: [
    'model_tasks_upstream_requests_reset_seconds',
    ['queue', 'requests'],
    'Time until the next reset; 0 once it is over',
  ],
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
  registerCounted(prometheus.default, registry, parts)
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

/** What is counted in this process, apart from prom-client. */
function registerCounted(
  client: Pick<typeof prometheus, 'Histogram' | 'Counter'>,
  registry: RegistryOf,
  { requests, upstreams, connections }: MetricsParts,
): void {
  const histogram = (
    name: string,
    help: string,
    labels: readonly string[],
    counted: () => readonly Labelled[],
  ): void => {
    registerHistogram(client, registry, { name, help, labelNames: labels }, counted)
  }
  histogram(
    'model_tasks_http_request_duration_seconds',
    'Time from a request to the end of its answer',
    ['method', 'route', 'status'],
    () =>
      requests.all().map(({ durations, method, route, status }) => ({ labels: { method, route, status }, durations })),
  )
  const byUpstream = (name: string, help: string, of: (figure: UpstreamFigure) => Durations): void => {
    const counted = () => upstreams.all().map((figure) => ({ labels: { queue: figure.queue }, durations: of(figure) }))
    histogram(name, help, ['queue'], counted)
  }
  byUpstream(
    'model_tasks_upstream_start_seconds',
    'Time from the submit of a task until its upstream took it',
    (one) => one.started,
  )
  byUpstream(
    'model_tasks_upstream_completed_seconds',
    'Time from the submit of a completed task to its end',
    (one) => one.completed,
  )
  byUpstream(
    'model_tasks_upstream_file_seconds',
    'Time in which the files of a task were fetched',
    (one) => one.fetched,
  )
  const sole = (durations: Durations) => () => [{ labels: {}, durations }]
  histogram('model_tasks_claim_seconds', 'Time of claims of new tasks', [], sole(upstreams.claims))
  histogram(
    'model_tasks_database_connection_wait_seconds',
    'Time that statements and transactions waited for a connection; PostgreSQL alone has them',
    [],
    sole(connections?.waits ?? new Durations(shortTimes)),
  )
  new client.Counter({
    name: 'model_tasks_upstream_answers_total',
    help: 'What upstreams answered to this process, by what they were asked for',
    labelNames: ['queue', 'request', 'answer'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { queue, answers } of upstreams.all())
        for (const [request, counts] of answers)
          for (const [answer, times] of counts) this.inc({ queue, request, answer }, times)
    },
  })
}

function setUpstreams(gauge: Gauges, { engine, connections, now }: MetricsParts): void {
  const { upstreamRunning, paused: pausedGauge, pausedFor, pausedModels: pausedModel, lateness } = gauge
  const { limited, limit: limitGauge, limitReset } = gauge
  for (const one of [upstreamRunning, pausedGauge, pausedFor, pausedModel, lateness, limited, limitGauge, limitReset])
    one.reset()
  const age = engine.heartbeatAge()
  gauge.heartbeat.set(age === undefined ? NaN : age / 1000)
  gauge.connectionsAwaited.set(connections?.waiting() ?? 0)
  for (const { queue, running, paused, pausedModels, pollLateness, limits } of engine.health()) {
    gauge.upstreamRunning.set({ queue }, running)
    gauge.lateness.set({ queue }, pollLateness / 1000)
    gauge.paused.set({ queue, reason: paused?.reason ?? '' }, paused === undefined ? 0 : 1)
    gauge.pausedFor.set({ queue }, paused === undefined ? 0 : Math.max(0, (now() - paused.since) / 1000))
    for (const { model } of pausedModels) gauge.pausedModels.set({ queue, model }, 1)
    for (const { requests, limit, remaining, resetIn } of limits) {
      gauge.limited.set({ queue, requests }, remaining)
      if (limit !== undefined) gauge.limit.set({ queue, requests }, limit)
      gauge.limitReset.set({ queue, requests }, resetIn / 1000)
    }
  }
}

const accountFigures = 7
/** Queues and accounts that are told apart, and accounts that have spent today, so that there are so many lines at most unless an account is one of the others. */
function toldApart({ lines }: MetricsParts): number {
  return Math.floor(lines / accountFigures)
}

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

/** Units of an upstream's own that are shown: it names them. */
const unitsEach = 5

/** The accounts that have spent the most today, and all others together. */
async function setSpent(gauge: Gauges, parts: MetricsParts): Promise<void> {
  const { spent } = parts
  const all = [...(await spent.byAccount())]
  const own = toldApart(parts)
  for (const [account, credits] of all.slice(0, own)) gauge.spent.set({ account }, creditsOf(credits))
  const others = all.slice(own).reduce((sum, [, credits]) => sum + credits, 0)
  if (others > 0) gauge.spent.set({ account: otherAccounts }, creditsOf(others))
  for (const [queue, { credits, upstreamUsage }] of await spent.byUpstream()) {
    gauge.upstreamSpent.set({ queue }, creditsOf(credits))
    for (const { unit, amount } of upstreamUsage.slice(0, unitsEach)) gauge.upstreamCost.set({ queue, unit }, amount)
  }
}

/** What the ledger says of the tasks of each upstream. */
async function setCredits(gauge: Gauges, { accounts, engine }: MetricsParts): Promise<void> {
  for (const one of [gauge.heldCredits, gauge.settledCredits, gauge.releasedCredits]) one.reset()
  const none = { held: 0, settled: 0, released: 0 }
  const shown = new Map([
    ...engine.health().map(({ queue }) => [queue, none] as const),
    ...(await accounts.creditsByQueue()),
  ])
  for (const [queue, { held, settled, released }] of shown) {
    gauge.heldCredits.set({ queue }, creditsOf(held))
    gauge.settledCredits.set({ queue }, creditsOf(settled))
    gauge.releasedCredits.set({ queue }, creditsOf(released))
  }
}

async function setStore(gauge: Gauges, parts: MetricsParts): Promise<void> {
  const { queue, deliveries, now } = parts
  const ofQueue = [gauge.waiting, gauge.delayed, gauge.oldest, gauge.running, gauge.retries, gauge.dead]
  for (const one of [...ofQueue, gauge.webhooks, gauge.spent, gauge.upstreamSpent, gauge.upstreamCost]) one.reset()
  for (const one of await queue.figures(toldApart(parts))) {
    const labels = { queue: one.queue, account: one.account }
    for (const name of ['waiting', 'delayed', 'running', 'retries', 'dead'] as const) gauge[name].set(labels, one[name])
    gauge.oldest.set(labels, one.oldest === undefined ? 0 : Math.max(0, (now() - one.oldest) / 1000))
  }
  for (const [receiver, pending] of await deliveries.pending()) gauge.webhooks.set({ receiver }, pending)
  await setUpstreamTasks(gauge, parts)
  await setSpent(gauge, parts)
  await setCredits(gauge, parts)
}
