import type { TaskTiming } from '../../../run/engine/task-timing.js'
import { creditsOf } from '../../../domain/money/credits.js'
import { shortened } from '../../../base/shortened.js'
import { askedModel } from '../../../domain/task/fallback.js'
import type { QueuePlace } from '../../../domain/task/queue-place.js'
import { isTerminal, type TaskRecord } from '../../../domain/task/record.js'
import type { Decision } from '../decisions.js'
import { html, type Html } from '../html.js'
import type { StoryStep } from '../story.js'
import { accountLink, type AccountNames } from './account-link.js'
import { badge, duration, page, time } from './layout.js'

const [longestText, longestDetail] = [4000, 1000]

/** One task: where it stands, what was asked for, and its result. */
export function taskPage(
  task: TaskRecord,
  shown: {
    story: readonly StoryStep[]
    decisions: readonly Decision[]
    timing: TaskTiming
    /** Why the upstream that it waits for is paused. */
    pause: string | undefined
    place: QueuePlace | undefined
    resultUrls: readonly string[]
    receivers: readonly string[]
    names: AccountNames
  },
): Html {
  const { story, timing, pause, place, resultUrls, receivers, names } = shown
  const ended = isTerminal(task.status)
  return page(
    task.id,
    '/console/tasks',
    html`<h1 class="id">${task.id}</h1>
      ${resultUrls.map((url, index) => result(task, url, resultUrls.length > 1 ? ` ${index + 1}` : ''))}
      <div data-live="task">
        <dl class="facts">
          ${fact('Status', badge(task.status))}
          ${fact('Model', task.tried === undefined ? task.model : `${task.model}, in place of ${askedModel(task)}`)}
          ${fact('Account', accountLink(task.account, names))} ${fact('Upstream', task.queue)}
          ${timing.word === undefined ? undefined : fact('Upstream status', timing.unknown ? `${timing.word} (unknown: polled until the deadline)` : timing.word)}
          ${pause === undefined ? undefined : fact('Upstream paused', pause)}
          ${place === undefined ? undefined : fact('Place in the queue', place.position)}
          ${place?.start === undefined ? undefined : fact('Expected start (UTC)', time(place.start))}
          ${
            task.upstreamUsage === undefined
              ? undefined
              : fact('Counted upstream', task.upstreamUsage.map(({ unit, amount }) => `${amount} ${unit}`).join(', '))
          }
          ${fact('Progress', `${Math.round(task.progress * 100)} %`)} ${fact('Credits', creditsOf(task.amount))}
          ${fact('Submitted (UTC)', time(task.created))}
          ${timing.waited === undefined ? undefined : fact('Waited here', duration(timing.waited))}
          ${task.submission.at === undefined ? undefined : fact('Asked upstream (UTC)', time(task.submission.at))}
          ${timing.ran === undefined ? undefined : fact('Ran upstream', duration(timing.ran))}
          ${task.submission.reference === undefined ? undefined : fact('Upstream reference', task.submission.reference)}
          ${task.ended === undefined ? undefined : fact('Ended (UTC)', time(task.ended))}
          ${task.faults === 0 ? undefined : fact('Internal errors', task.faults)}
          ${task.error === undefined ? undefined : fact('Error', task.error)}
        </dl>
        ${storyList(story)}
      </div>
      <h2>Actions</h2>
      <p class="actions">
        ${shown.decisions.map(
          ({ name, title }) => html`<a class="button" href="/console/tasks/${task.id}/decide/${name}">${title}…</a>`,
        )}
        <a class="button" href="/console/tasks/${task.id}/proof" download>Proof for a dispute</a>
      </p>
      <h2>Parameters</h2>
      <pre tabindex="0" aria-label="Parameters"><code>${textOf(task.parameters)}</code></pre>
      ${
        ended
          ? receivers.map(
              (receiver) =>
                html`<form method="post" action="/console/webhooks/replay" class="inline">
                  <input type="hidden" name="task" value="${task.id}" />
                  <input type="hidden" name="receiver" value="${receiver}" />
                  <button>Tell ${receiver} again</button>
                </form>`,
            )
          : html`<form
              method="post"
              action="/console/tasks/${task.id}/cancel"
              class="inline"
              data-confirm="Cancel this task?"
            >
              <button class="danger">Cancel the task</button>
            </form>`
      }`,
  )
}

function fact(name: string, value: Html | string | number): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function result({ kind, id }: TaskRecord, url: string, number: string): Html {
  switch (kind) {
    case 'video':
      return html`<video
        class="result"
        src="${url}"
        controls
        preload="metadata"
        aria-label="Result${number} of ${id}"
      ></video>`
    case 'audio':
      return html`<audio
        class="result"
        src="${url}"
        controls
        preload="metadata"
        aria-label="Result${number} of ${id}"
      ></audio>`
    case 'image':
      return html`<img class="result" src="${url}" alt="Result${number} of ${id}" />`
    case 'mesh':
      return html`<a href="${url}">Result${number} of ${id}</a>`
  }
}

/** What happened, in order. */
function storyList(story: readonly StoryStep[]): Html {
  return html`<h2>What happened</h2>
    <ol class="story">
      ${story.map(
        ({ at, what, detail }) =>
          html`<li>
            <span class="when">${at === undefined ? 'time not kept' : time(at)}</span> <strong>${what}</strong>
            ${detail === undefined ? undefined : html`<span class="detail">${shortened(detail, longestDetail)}</span>`}
          </li>`,
      )}
    </ol>`
}

/** Base64 is of no use to a reader. */
function textOf(parameters: TaskRecord['parameters']): string {
  const text = JSON.stringify(
    parameters,
    (_name, value: unknown) =>
      typeof value === 'string' && value.startsWith('data:')
        ? `${value.slice(0, 40)}… (${value.length} characters)`
        : value,
    2,
  )
  return shortened(text, longestText)
}
