import type { OperatorAction } from '../../../keep/store/operator-store.js'
import { isTaskId } from '../../../domain/task/id.js'
import { html, type Html } from '../html.js'
import { page, table, time } from './layout.js'

/** Who did what. */
export function recordPage(actions: readonly OperatorAction[]): Html {
  return page(
    'Record',
    '/console/record',
    html`<h1>Record</h1>
      <p class="hint">What operators did in the console, over HTTP and at the terminal, newest first.</p>
      ${table('Record', ['When (UTC)', 'Who', 'What', 'To', 'Detail'], actions.map(actionRow), 'Nothing was done yet.')}`,
  )
}

function actionRow({ at, who, action, subject, detail }: OperatorAction): Html {
  return html`<tr>
    <td>${time(at)}</td>
    <th scope="row">${who}</th>
    <td>${action}</td>
    <td class="id">${isTaskId(subject) ? html`<a href="/console/tasks/${subject}">${subject}</a>` : subject}</td>
    <td><span class="detail">${detail}</span></td>
  </tr>`
}
