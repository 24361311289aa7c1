import { processState, type ServiceProcess } from '../../../keep/store/process-store.js'
import { html, type Html } from '../html.js'
import { badge, page, table, time } from './layout.js'

/** The processes of the service. */
export function processesPage(processes: readonly ServiceProcess[]): Html {
  return page(
    'Processes',
    '/console/processes',
    html`<h1>Processes</h1>
      <p class="hint">
        A process that is drained accepts no tasks, leaves those that it has to other processes, and goes on answering
        queries. Stop it once it is empty.
      </p>
      <div data-live="processes">
        ${table('Processes', ['Process', 'Since (UTC)', 'State', 'Drained by', 'Action'], processes.map(processRow), 'No process runs.')}
      </div>`,
  )
}

function processRow(one: ServiceProcess): Html {
  return html`<tr>
    <th scope="row">${one.name}</th>
    <td>${time(one.started)}</td>
    <td>${badge(processState(one))}</td>
    <td>${one.drain?.who}</td>
    <td>
      ${
        one.drain === undefined
          ? html`<a href="/console/processes/${encodeURIComponent(one.name)}/drain" aria-label="Drain ${one.name}"
              >Drain</a
            >`
          : undefined
      }
    </td>
  </tr>`
}
