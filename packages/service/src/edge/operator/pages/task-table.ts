import { creditsOf } from '../../../domain/money/credits.js'
import { shortened } from '../../../base/shortened.js'
import type { TaskView } from '../../../domain/task/record.js'
import { html, type Html } from '../html.js'
import { accountLink, type AccountNames } from './account-link.js'
import { badge, duration, table, time } from './layout.js'

const longestError = 160

/** Tasks, newest first. */
export function taskTable(tasks: readonly TaskView[], names: AccountNames, empty = 'No task was submitted yet.'): Html {
  return table(
    'Tasks',
    ['Status', 'Task', 'Account', 'Model', 'Upstream', 'Submitted (UTC)', 'Took', '#Credits', 'Error'],
    tasks.map((task) => taskRow(task, names)),
    empty,
  )
}

function taskRow(task: TaskView, names: AccountNames): Html {
  return html`<tr>
    <td>
      ${badge(task.status)}
      ${
        task.status === 'processing'
          ? html`<meter min="0" max="1" value="${task.progress}" aria-label="Progress of ${task.id}"></meter>`
          : undefined
      }
    </td>
    <th scope="row"><a href="/console/tasks/${task.id}" class="id">${task.id}</a></th>
    <td>${accountLink(task.account, names)}</td>
    <td>${task.model}</td>
    <td>${task.queue}</td>
    <td>${time(task.created)}</td>
    <td>${task.ended === undefined ? '' : duration(Math.max(0, task.ended - task.created))}</td>
    <td class="number">${creditsOf(task.amount)}</td>
    <td>
      ${task.errorClass === undefined ? undefined : badge(task.errorClass)}
      ${task.error === undefined ? undefined : html`<span class="detail">${shortened(task.error, longestError)}</span>`}
    </td>
  </tr>`
}
