import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { Problem } from '../failure/problem.js'

/** Give up a task that `resume` would wait for. */
export const forget = defineCommand({
  name: 'forget',
  group: 'Tasks',
  summary: 'no longer resume a task, such as one that the service has lost',
  description:
    'Gives up a task, or a submit whose outcome is unknown, in the journal: `resume` no longer waits for it. Nothing is sent, the service keeps what it has, and a batch goes by its own record. What another process is still at is left to it.',
  arguments: [{ name: 'id', description: 'a task ID, or the Idempotency-Key of a submit', values: 'task' }],
  options: {},
  examples: [{ command: 'forget task_1a2b', does: 'give up a task' }],
  online: true,
  printsNoJson: true,
  async run(session, { args: [id = ''] }) {
    const { journal } = await openConnection(session)
    if (journal === undefined) throw new Problem('no journal is kept, so there is nothing to forget', 'usage')
    const { journalState } = await import('@model-tasks/client/journal')
    const { open, running } = journalState(await journal.entries())
    const found = running.find((task) => task.id === id) ?? [...running, ...open].find(({ key }) => key === id)
    if (found === undefined)
      throw new Problem(`${JSON.stringify(id)} is not left to resume, as a task ID or an Idempotency-Key`, 'usage', [
        ['list'],
      ])
    // Were it killed, nothing would be left that names what it has paid for.
    if (found.owner !== undefined && (await journal.runsElsewhere?.(found.owner)))
      throw new Problem(`another process is still at ${id}; end it first, or let it finish`, 'usage', [['list']])
    await journal.append({ event: 'forgotten', key: found.key, at: new Date(session.date()).toISOString() })
    session.terminal.err(`forgotten  ${id}\n`)
  },
})
