import { formatCount } from '@model-tasks/validation/count'
import type { QueueFigures } from '../../../keep/store/task-queue.js'
import type { ToldLimit } from '../../../domain/provider/provider.js'
import { creditsOf } from '../../../domain/money/credits.js'
import type { EndedCount } from '../../../keep/store/task-search.js'
import type { TaskView } from '../../../domain/task/record.js'
import type { CreditDay } from '../credit-days.js'
import { countEnded, type EndedFigures } from '../../../run/telemetry/ended-figures.js'
import { html, type Html } from '../html.js'
import { pausedModelText, type UpstreamHealth } from '../upstream-health.js'
import { badge, duration, page, table, time } from './layout.js'
import { accountLink, type AccountNames } from './account-link.js'
import { taskTable } from './task-table.js'

/** What the first page shows. */
export interface Overview {
  now: number
  upstreams: readonly UpstreamHealth[]
  queues: readonly QueueFigures[]
  days: readonly CreditDay[]
  tasks: readonly TaskView[]
  ends: EndedFigures
  names: AccountNames
}

/** The first page: what runs, what waits, what it costs. */
export function overviewPage(shown: Overview): Html {
  const sum = (name: 'waiting' | 'running' | 'delayed' | 'dead'): number =>
    shown.queues.reduce((total, figures) => total + figures[name], 0)
  const dead = sum('dead')
  const failed = (counts: readonly EndedCount[]): number => countEnded(counts, { status: 'failed' })
  const { lastHour, lastDay } = shown.ends
  return page(
    'Overview',
    '/console',
    html`<h1>Overview</h1>
      <div data-live="overview">
        <dl class="figures">
          ${figure('Running', sum('running'), '/console/tasks?status=processing')}
          ${figure('Waiting', sum('waiting'), '/console/tasks?status=queued')} ${figure('Delayed', sum('delayed'))}
          ${figure('Failed in the last hour', failed(lastHour), '/console/tasks?status=failed')}
          ${figure('Failed in the last day', failed(lastDay), '/console/tasks?status=failed')}
          ${figure('Dead letters', dead, dead > 0 ? '/console/dead-letters' : undefined)}
        </dl>
        <section>
          <h2>Upstreams</h2>
          ${table('Upstreams', ['Upstream', 'Status', '#Running here', 'Median time', '#Completed (day)', '#Failed (hour)', '#Failed (day)', 'Action'], shown.upstreams.map(upstreamRow), 'There is no upstream.')}
        </section>
        ${failures(lastDay)}
        <section>
          <h2>Queues</h2>
          ${table(
            'Queues',
            ['Upstream', 'Account', '#Waiting', '#Delayed', 'Oldest', '#Running', '#Retries', '#Dead'],
            shown.queues.map((figures) => queueRow(figures, shown)),
            'Nothing waits and nothing runs.',
          )}
        </section>
        <section>
          <h2>Credits spent</h2>
          ${chart(shown.days)}
        </section>
        <section>
          <h2>Latest tasks</h2>
          ${taskTable(shown.tasks, shown.names)}
          <p><a href="/console/tasks">All tasks</a></p>
        </section>
      </div>`,
  )
}

function figure(name: string, count: number, href?: string): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${href === undefined || count === 0 ? count : html`<a href="${href}">${count}</a>`}</dd>
  </div>`
}

/** Why tasks failed in the last day, by upstream. */
function failures(counts: readonly EndedCount[]): Html | undefined {
  const failed = counts.filter(({ status }) => status === 'failed').sort((one, other) => other.tasks - one.tasks)
  if (failed.length === 0) return undefined
  return html`<section>
    <h2>Failures of the last day</h2>
    ${table(
      'Failures of the last day',
      ['Error', 'Upstream', '#Tasks'],
      failed.map(
        ({ errorClass, queue, tasks }) =>
          html`<tr>
            <th scope="row">
              ${errorClass === undefined ? 'not recorded' : html`<a href="/console/tasks?${failuresOf(queue, errorClass)}">${errorClass}</a>`}
            </th>
            <td>${queue}</td>
            <td class="number">${tasks}</td>
          </tr>`,
      ),
      'No task failed.',
    )}
  </section>`
}

function failuresOf(queue: string, error: string): string {
  return new URLSearchParams({ status: 'failed', queue, error }).toString()
}

function upstreamRow(upstream: UpstreamHealth): Html {
  const { queue, status, paused, pausedModels, running, limits, median, measured } = upstream

  return html`<tr>
    <th scope="row">${queue}</th>
    <td>
      ${badge(status)}
      ${paused === undefined ? undefined : html`<span class="detail">${paused.reason}: ${paused.error}${paused.reason === 'operator' ? undefined : html`; next try ${time(paused.until)}`}</span>`}
      ${pausedModels.map(
        (model) => html`<span class="detail">${pausedModelText(model)}; next try ${time(model.until)}</span>`,
      )}
      ${limits.map((limit) => html`<span class="detail">${limitText(limit)}</span>`)}
    </td>
    <td class="number">${running}</td>
    <td>${median === undefined ? 'no task completed yet' : `${duration(median)} (of ${measured})`}</td>
    <td class="number">${upstream.completedLastDay}</td>
    <td class="number">${upstream.failedLastHour}</td>
    <td class="number">${upstream.failedLastDay}</td>
    <td>
      ${
        paused?.reason === 'operator'
          ? html`<form method="post" action="/console/upstreams/${queue}/resume">
              <button aria-label="Resume ${queue}">Resume</button>
            </form>`
          : html`<a href="/console/upstreams/${queue}/hold" aria-label="Pause ${queue}">Pause…</a>`
      }
    </td>
  </tr>`
}

/** What an upstream has said of how many requests it takes. */
function limitText({ requests, limit, remaining, resetIn }: ToldLimit): string {
  const of = limit === undefined ? '' : ` of ${limit}`
  const reset = resetIn > 0 ? `, more in ${duration(resetIn)}` : ''
  return `${{ submit: 'submits', poll: 'queries' }[requests]} that it takes: ${remaining}${of}${reset}`
}

function queueRow(figures: QueueFigures, { now, names }: Pick<Overview, 'now' | 'names'>): Html {
  return html`<tr>
    <th scope="row">${figures.queue}</th>
    <td>${accountLink(figures.account, names)}</td>
    <td class="number">${figures.waiting}</td>
    <td class="number">${figures.delayed}</td>
    <td>${figures.oldest === undefined ? '' : duration(Math.max(0, now - figures.oldest))}</td>
    <td class="number">${figures.running}</td>
    <td class="number">${figures.retries}</td>
    <td class="number">${figures.dead}</td>
  </tr>`
}

const [height, step] = [120, 24]

/** Bars, and the same numbers as a table. */
export function chart(days: readonly CreditDay[]): Html {
  const most = Math.max(...days.map(({ credits }) => credits), 1)
  const total = creditsOf(days.reduce((sum, { credits }) => sum + credits, 0))
  const width = days.length * step
  return html`<figure class="chart">
    <figcaption>
      ${formatCount(total, 'credit')} in ${formatCount(days.length, 'day')}, at most
      ${creditsOf(Math.max(...days.map(({ credits }) => credits)))} on one
    </figcaption>
    <svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" aria-hidden="true">
      ${days.map(({ credits }, index) => {
        const size = Math.round((credits / most) * (height - 4)) + (credits > 0 ? 2 : 0)
        return html`<rect
          x="${index * step + 3}"
          y="${height - size}"
          width="${step - 6}"
          height="${size}"
          rx="2"
        ></rect>`
      })}
      <line x1="0" x2="${width}" y1="${height - 0.5}" y2="${height - 0.5}"></line>
    </svg>
    <p class="axis"><span>${days[0]?.date}</span><span>${days.at(-1)?.date}</span></p>
    <details>
      <summary>As a table</summary>
      ${table(
        'Credits per day',
        ['Day (UTC)', '#Credits'],
        days.map(
          ({ date, credits }) =>
            html`<tr>
              <th scope="row">${date}</th>
              <td class="number">${creditsOf(credits)}</td>
            </tr>`,
        ),
        'No day is shown.',
      )}
    </details>
  </figure>`
}
