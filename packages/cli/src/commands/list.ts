import type { JournalEntry } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import type { journalState as readJournal } from '@model-tasks/client/journal'
import { journalPath } from '../connection/journal.js'
import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { choice, flag, integer, text } from '../definition/options.js'
import { UsageError } from '../definition/usage-error.js'
import { printable } from '@model-tasks/validation/printable'
import { table } from '../terminal/table.js'
import { printJson } from '../session.js'

/** What the journal alone, and what the service alone, tells of a task. */
const journalOnly = ['submitted', 'unknown', 'forgotten'] as const
const remoteOnly = ['queued', 'processing'] as const
const statuses = [...remoteOnly, 'completed', 'failed', ...journalOnly] as const

/** How many tasks a service answers at once at most. */
const largestPage = 100

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
    'Lists the tasks that were submitted from here, newest first, as the journal records them: submitted until it is seen to end, or unknown where its outcome is. With --remote, asks the service, where it offers that extension.',
  arguments: [],
  options: {
    remote: flag('ask the service instead of the journal'),
    status: choice('status', statuses, 'list only tasks with this status; queued and processing need --remote'),
    model: text('model', 'list only tasks of this model', { values: 'model' }),
    limit: integer('number', 1, 'list at most this many', 20),
  },
  examples: [
    { command: 'list', does: 'list the last 20 tasks' },
    { command: 'list --status completed --limit 100', does: 'list tasks that were seen to complete' },
    { command: 'list --remote --limit 500 --json', does: 'list tasks of the account as JSON' },
  ],
  online: true,
  async run(session, { options }) {
    const { status, model, limit, remote } = options
    const elsewhere = remote ? journalOnly : remoteOnly
    if (elsewhere.some((each) => each === status))
      throw new UsageError(
        remote
          ? `--status ${String(status)} is known to the journal alone; leave out --remote`
          : `--status ${String(status)} is known to the service alone; add --remote`,
      )
    const { client, service, journal, signal, logger } = await openConnection(session)
    const { journalState } = await import('@model-tasks/client/journal')
    const rows = remote
      ? await remoteRows(client.list({ status, model, limit: Math.min(limit, largestPage) }, { signal }), limit)
      : journalRows((await journal?.entries(logger)) ?? [], journalState)
          .filter(
            (row) => (status === undefined || row.status === status) && (model === undefined || row.model === model),
          )
          .slice(0, limit)
    const { terminal, globals } = session
    if (globals.json === true) {
      printJson(session, rows)
      return
    }
    const paint = terminal.paint.out
    const narrow = terminal.columns !== undefined && terminal.columns < 100
    if (rows.length > 0)
      terminal.out(
        table(
          [
            ['SUBMITTED', 'STATUS', 'TASK', 'MODEL'].map(paint.faint),
            ...rows.map(({ id, status, model, at }) => [localTime(at, narrow), status, id, model].map(printable)),
          ],
          terminal.columns,
          { whole: [0, 1, 2, 3] },
        ),
      )
    else
      terminal.err(
        remote
          ? 'The service lists no such tasks.\n'
          : `Nothing ${status === undefined && model === undefined ? '' : 'of that kind '}was submitted from here to ${service.baseUrl} (journal: ${journalPath(service.baseUrl, session.env) ?? 'off'}).\n`,
      )
  },
})

/** The first `limit` tasks that the service lists. */
async function remoteRows(tasks: AsyncIterable<Task>, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for await (const { id, status, model, created } of tasks) {
    const at = typeof created === 'number' ? new Date(created * 1000).toISOString() : ''
    rows.push({ id, status, model: model ?? '', at })
    if (rows.length === limit) break
  }
  return rows
}

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

/** A time of this place, such as `2026-01-02 03:04:05`; without year and seconds where `short`. */
function localTime(at: string, short: boolean): string {
  const time = at === '' ? '' : new Date(at).toLocaleString('sv-SE')
  return short ? time.slice(5, 16) : time
}
