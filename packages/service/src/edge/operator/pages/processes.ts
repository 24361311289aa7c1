import { processState, type ProcessReload, type ServiceProcess } from '../../../keep/store/process-store.js'
import { html, type Html } from '../html.js'
import { badge, page, table, time } from './layout.js'

/** The processes of the service. What came of a reload is beside the name, where a phone shows it too. */
export function processesPage(processes: readonly ServiceProcess[]): Html {
  return page(
    'Processes',
    '/console/processes',
    html`<h1>Processes</h1>
      <p class="hint">
        A process that is drained accepts no tasks, leaves those that it has to other processes, and goes on answering
        queries. Stop it once it is empty.
      </p>
      <p class="turns"><a href="/console/processes/reload">Reload the configuration</a></p>
      <div data-live="processes">
        ${table('Processes', ['Process', 'Last reload', 'State', 'Drained by', 'Since (UTC)', 'Action'], processes.map(processRow), 'No process runs.')}
      </div>`,
  )
}

/** Who asked for the last reload, and what came of it in this process. */
function reloadCell(reload: ProcessReload | undefined): Html | undefined {
  if (reload === undefined) return undefined
  const { who, outcome } = reload
  if (outcome === undefined) return html`${badge('waits')} asked by ${who}`
  return html`${badge(outcome.rejected ? 'failed' : 'completed')} asked by ${who}
  ${outcome.lines.map((line) => html`<span class="detail">${line}</span>`)}`
}

function processRow(one: ServiceProcess): Html {
  return html`<tr>
    <th scope="row">${one.name}</th>
    <td>${reloadCell(one.reload)}</td>
    <td>${badge(processState(one))}</td>
    <td>${one.drain?.who}</td>
    <td>${time(one.started)}</td>
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
