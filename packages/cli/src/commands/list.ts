import type { JournalEntry } from '@model-tasks/client'
import { journalState } from '@model-tasks/client/journal'
import { connect } from '../connection/connection.js'
import { journalPath } from '../connection/journal.js'
import { openLine, type CommonOptions } from '../session.js'
import { printable } from '../terminal/printable.js'
import { table } from '../terminal/table.js'
import type { AddCommand } from './command.js'
import { wholeNumber } from './option-values.js'

interface ListOptions extends CommonOptions {
  remote?: boolean
  limit: number
}

interface Row {
  id: string
  status: string
  model: string
  at: string
}

/** `list`: what was submitted from here, from the journal; or what the service lists. */
export const addList: AddCommand = (program, session) => {
  const command = program
    .command('list')
    .summary('list the tasks that were submitted from here')
    .description(
      'Lists the tasks that were submitted from here, newest first, as the journal has them. With --remote asks the service, where it has that extension.',
    )
    .option('--remote', 'ask the service instead of the journal')
    .option('--limit <number>', 'at most this many', wholeNumber(1), 20)
  command.action(async () => {
    const options = command.optsWithGlobals<ListOptions>()
    const line = await openLine(session, options)
    const rows =
      options.remote === true
        ? (await line.client.list({ limit: options.limit }, { signal: line.signal })).data.map(
            ({ id, status, model, created }) => ({
              id,
              status,
              model: model ?? '',
              at: typeof created === 'number' ? new Date(created * 1000).toISOString() : '',
            }),
          )
        : rowsOf((await line.journal?.entries()) ?? []).slice(0, options.limit)
    const { terminal } = session
    if (options.json === true) {
      terminal.out(`${JSON.stringify(rows)}\n`)
      return
    }
    const paint = terminal.paint.out
    if (rows.length > 0)
      terminal.out(
        table(
          [
            ['SUBMITTED', 'STATUS', 'TASK', 'MODEL'].map(paint.faint),
            ...rows.map(({ id, status, model, at }) => [local(at), status, id, model].map(printable)),
          ],
          terminal.columns,
          { whole: [1, 2] },
        ),
      )
    else if (options.remote === true) terminal.err('The service lists no tasks.\n')
    else
      terminal.err(
        `Nothing was submitted from here to ${(await connect(options, session.env)).baseUrl} (journal: ${journalPath(line.connection.baseUrl, session.env) ?? 'off'}).\n`,
      )
  })
}

/** The journal newest first. An intent without an id stands as `unknown`: its task may exist. */
function rowsOf(entries: readonly JournalEntry[]): Row[] {
  const { open, running, ended } = journalState(entries)
  const times = new Map(entries.flatMap((entry) => (entry.event === 'submitted' ? [[entry.id, entry.at]] : [])))
  return [
    ...running.map(({ id, model }) => ({ id, status: 'submitted', model: model ?? '', at: times.get(id) ?? '' })),
    ...ended.map(({ id, status, model }) => ({ id, status, model: model ?? '', at: times.get(id) ?? '' })),
    ...open.map(({ key, model, at }) => ({ id: `(key ${key})`, status: 'unknown', model, at })),
  ].sort((one, other) => other.at.localeCompare(one.at))
}

function local(at: string): string {
  return at === '' ? '' : new Date(at).toLocaleString('sv-SE')
}
