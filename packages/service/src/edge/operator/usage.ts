import type { FastifyInstance } from 'fastify'
import { Problem } from '../../admit/problem.js'
import { single, type Query } from '../http/page-query.js'
import { creditsOf } from '../../domain/money/credits.js'
import { upstreamCost, type UpstreamRates } from '../../domain/money/upstream-cost.js'
import type { UpstreamUsage } from '../../domain/task/record.js'
import type { TaskSearch } from '../../keep/store/task-search.js'
import { dayLength, type Usage } from '../../keep/store/usage.js'
import type { OperatorParts } from './parts.js'

/** Days of which usage is told where no first one is named. */
const usualDays = 30
const longestRange = 400 * dayLength

/** Whole days in UTC: from the first on, and before the second; in milliseconds since the Unix epoch. */
export interface UsageRange {
  since: number
  before: number
}

/** A range as an operator names it, by dates; without them the last 30 days, today included. Answers what is wrong with them where something is. */
export function usageRange(
  { since, before }: { since?: string | undefined; before?: string | undefined },
  now: number,
): UsageRange | string {
  const tomorrow = (Math.floor(now / dayLength) + 1) * dayLength
  const last = before === undefined ? tomorrow : dateOf(before)
  const first = since === undefined ? (last ?? tomorrow) - usualDays * dayLength : dateOf(since)
  if (first === undefined || last === undefined)
    return `"${first === undefined ? since : before}" is not a day; write it as 2026-01-31`
  if (first >= last) return 'the first day must be before the last, which is not part of the range'
  if (last - first > longestRange) return 'a range has 400 days at most'
  return { since: first, before: last }
}

/** Undefined for what is not a day of the calendar. */
function dateOf(words: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(words) ? Date.parse(`${words}T00:00:00Z`) : NaN
  return Number.isNaN(time) || isoDay(time / dayLength) !== words ? undefined : time
}

function isoDay(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10)
}

/** What usage is told from. */
export interface UsageParts {
  search: Pick<TaskSearch, 'usage' | 'accountNames'>
  upstreams: readonly (UpstreamRates & { name: string })[]
}

/** What accounts used, by day, account, key, model and upstream. `upstreams`: what each charges. */
export async function usageOf(range: UsageRange, { search, upstreams }: UsageParts): Promise<UsageRow[]> {
  const rows = await search.usage(range.since, range.before)
  const names = await search.accountNames([...new Set(rows.map(({ account }) => account))])
  const rates = new Map(upstreams.map((upstream) => [upstream.name, upstream]))
  return rows.map((row) => rowOf(row, names.get(row.account), rates.get(row.queue) ?? {}))
}

/** A row as it is told. */
export interface UsageRow {
  day: string
  account: string
  name: string | undefined
  key: string | undefined
  model: string
  upstream: string
  completed: number
  failed: number
  /** In credits. */
  credits: number
  /** What the upstream has counted, in its own units. */
  upstream_usage: readonly UpstreamUsage[]
  /** What the upstream charges for it, in credits; undefined where the settings do not say that of all of it. */
  upstream_cost: number | undefined
  /** The credits less what the upstream charges. */
  margin: number | undefined
}

function rowOf({ day, queue, credits, ...row }: Usage, name: string | undefined, rates: UpstreamRates): UsageRow {
  const { account, key, model, completed, failed, upstreamUsage } = row
  const cost = upstreamCost(row, rates)
  return {
    day: isoDay(day),
    account,
    name,
    key,
    model,
    upstream: queue,
    completed,
    failed,
    credits: creditsOf(credits),
    upstream_usage: upstreamUsage,
    upstream_cost: cost === undefined ? undefined : creditsOf(cost),
    margin: cost === undefined ? undefined : creditsOf(credits - cost),
  }
}

const columns = [
  ...(['day', 'account', 'name', 'key', 'model', 'upstream', 'completed', 'failed', 'credits'] as const),
  ...(['upstream_usage', 'upstream_cost', 'margin'] as const),
]

/** As CSV (RFC 4180), with a header. A text that a spreadsheet would take for a formula begins with an apostrophe. */
export function usageCsv(rows: readonly UsageRow[]): string {
  return [
    columns,
    ...rows.map((row) => columns.map((column) => (column === 'upstream_usage' ? unitsOf(row) : row[column]))),
  ]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('')
}

/** Such as `1200 tokens; 5 seconds`. */
function unitsOf({ upstream_usage: usage }: UsageRow): string {
  return usage.map(({ unit, amount }) => `${amount} ${unit}`).join('; ')
}

function cellOf(value: string | number | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value)
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Usage over HTTP, for the administration and the console: `?format=csv|json&since=&before=`. */
export function usageRoute(app: FastifyInstance, parts: Pick<OperatorParts, 'search' | 'clock' | 'upstreams'>): void {
  app.get<{ Querystring: Query }>('/usage', async ({ query }, reply) => {
    const format = single(query, 'format') ?? 'json'
    if (format !== 'csv' && format !== 'json') throw new Problem('bad-request', 'format must be csv or json')
    const range = usageRange({ since: single(query, 'since'), before: single(query, 'before') }, parts.clock.now())
    if (typeof range === 'string') throw new Problem('bad-request', range)
    const rows = await usageOf(range, { search: parts.search, upstreams: parts.upstreams() })
    void reply.header('cache-control', 'no-store')
    if (format === 'json') return { object: 'list', data: rows }
    return reply
      .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="usage.csv"' })
      .send(usageCsv(rows))
  })
}
