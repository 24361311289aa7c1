import type { DeadLetter } from '../../../keep/store/task-queue.js'
import type { ShownDelivery } from '../../../keep/store/webhook-deliveries.js'
import { isTaskId } from '../../../domain/task/id.js'
import { html, type Html } from '../html.js'
import { accountLink, type AccountNames } from './account-link.js'
import { badge, page, table, time } from './layout.js'

/** Events that wait or were given up. */
export function webhooksPage(deliveries: readonly ShownDelivery[], receivers: readonly string[]): Html {
  return page(
    'Webhooks',
    '/console/webhooks',
    html`<h1>Webhooks</h1>
      <p class="hint">
        ${receivers.length === 0 ? 'No receiver is configured.' : `Receivers: ${receivers.join(', ')}.`} An event that
        has arrived is not listed; its task's page sends it again.
      </p>
      <div data-live="webhooks">
        ${table('Events', ['Task or alert', 'Receiver', 'Event', 'State', '#Attempts', 'Last answer', 'Action'], deliveries.map(deliveryRow), 'No event waits.')}
      </div>`,
  )
}

function deliveryRow({ task, receiver, type, attempts, due, answer }: ShownDelivery): Html {
  return html`<tr>
    <th scope="row">
      ${isTaskId(task) ? html`<a href="/console/tasks/${task}" class="id">${task}</a>` : html`<span class="id">${task}</span>`}
    </th>
    <td>${receiver}</td>
    <td>${type}</td>
    <td>${due === undefined ? badge('given up') : html`due ${time(due)}`}</td>
    <td class="number">${attempts}</td>
    <td>${answer}</td>
    <td>
      <form method="post" action="/console/webhooks/replay">
        <input type="hidden" name="task" value="${task}" />
        <input type="hidden" name="receiver" value="${receiver}" />
        <button aria-label="Send now: ${task} to ${receiver}">Send now</button>
      </form>
    </td>
  </tr>`
}

/** Tasks that were set aside. */
export function deadLettersPage(letters: readonly DeadLetter[], names: AccountNames): Html {
  return page(
    'Dead letters',
    '/console/dead-letters',
    html`<h1>Dead letters</h1>
      <p class="hint">
        Tasks that failed again and again by an internal error. One that is not retried for seven days fails with that
        reason. It is charged as it was held where its upstream may have it, and not charged where its upstream
        completed it and its file could not be had.
      </p>
      <div data-live="dead">
        ${table(
          'Dead letters',
          ['Task', 'Upstream', 'Account', 'Model', 'Since (UTC)', '#Errors', 'Reason', 'Action'],
          letters.map((letter) => letterRow(letter, names)),
          'No task is set aside.',
        )}
      </div>`,
  )
}

function letterRow({ id, queue, account, model, since, retries, reason }: DeadLetter, names: AccountNames): Html {
  return html`<tr>
    <th scope="row"><a href="/console/tasks/${id}" class="id">${id}</a></th>
    <td>${queue}</td>
    <td>${accountLink(account, names)}</td>
    <td>${model}</td>
    <td>${time(since)}</td>
    <td class="number">${retries}</td>
    <td>${reason}</td>
    <td>
      <form method="post" action="/console/dead-letters/${id}/retry">
        <button aria-label="Retry ${id}">Retry</button>
      </form>
    </td>
  </tr>`
}
