import type { JournalEntry } from '@model-tasks/client'
import type { journalState as readJournal } from '@model-tasks/client/journal'
import { journalPath } from '../connection/journal.js'
import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { flag, integer } from '../definition/options.js'
import { printable } from '../terminal/printable.js'
import { table } from '../terminal/table.js'

interface Row {
  id: string
  status: string
  model: string
  at: string
}

/** List what was submitted from here, or what the service lists. */
export const list = defineCommand({
  name: 'list',
  group: 'Tasks',
  summary: 'list the tasks that were submitted from here',
  description:
    'Lists the tasks that were submitted from here, newest first, as the journal records them. With --remote, asks the service, where it offers that extension.',
  arguments: [],
  options: {
    remote: flag('ask the service instead of the journal'),
    limit: integer('number', 1, 'list at most this many', 20),
  },
  examples: [
    { command: 'list', does: 'list the last 20 tasks' },
    { command: 'list --remote --limit 100 --json', does: 'list tasks of the account as JSON' },
  ],
  online: true,
  async run(session, { options }) {
    const { client, service, journal, signal, logger } = await openConnection(session)
    const { journalState } = await import('@model-tasks/client/journal')
    const rows = options.remote
      ? (await client.list({ limit: options.limit }, { signal })).data.map(({ id, status, model, created }) => ({
          id,
          status,
          model: model ?? '',
          at: typeof created === 'number' ? new Date(created * 1000).toISOString() : '',
        }))
      : journalRows((await journal?.entries(logger)) ?? [], journalState).slice(0, options.limit)
    const { terminal, globals } = session
    if (globals.json === true) {
      terminal.out(`${JSON.stringify(rows)}\n`)
      return
    }
    const paint = terminal.paint.out
    if (rows.length > 0)
      terminal.out(
        table(
          [
            ['SUBMITTED', 'STATUS', 'TASK', 'MODEL'].map(paint.faint),
            ...rows.map(({ id, status, model, at }) => [localTime(at), status, id, model].map(printable)),
          ],
          terminal.columns,
          { whole: [1, 2] },
        ),
      )
    else
      terminal.err(
        options.remote
          ? 'The service lists no tasks.\n'
          : `Nothing was submitted from here to ${service.baseUrl} (journal: ${journalPath(service.baseUrl, session.env) ?? 'off'}).\n`,
      )
  },
})

/** The journal newest first. An intent without an ID is listed as `unknown`: its task may exist. */
function journalRows(entries: readonly JournalEntry[], journalState: typeof readJournal): Row[] {
  const { open, running, ended } = journalState(entries)
  // Each time a task is resumed is recorded as well: it was submitted at the first.
  const times = new Map(
    entries.toReversed().flatMap((entry) => (entry.event === 'submitted' ? [[entry.id, entry.at]] : [])),
  )
  return [
    ...running.map(({ id, model }) => ({ id, status: 'submitted', model: model ?? '', at: times.get(id) ?? '' })),
    ...ended.map(({ id, status, model }) => ({ id, status, model: model ?? '', at: times.get(id) ?? '' })),
    ...open.map(({ key, model, at }) => ({ id: `(key ${key})`, status: 'unknown', model, at })),
  ].sort((one, other) => other.at.localeCompare(one.at))
}

function localTime(at: string): string {
  return at === '' ? '' : new Date(at).toLocaleString('sv-SE')
}
