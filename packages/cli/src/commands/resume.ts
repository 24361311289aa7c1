import type { Resumed, TaskHandle } from '@model-tasks/client'
import { formatCount } from '@model-tasks/validation/count'
import { openConnection } from '../connection/open-connection.js'
import { leftElsewhere } from '../connection/left-elsewhere.js'
import { defineCommand } from '../definition/command.js'
import { clientFailure } from '../failure/client-failure.js'
import { taskCommand, type NextCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import type { Destination } from '../result/destination.js'
import { sameAccountOption } from '../connection/same-account.js'
import { destinationOf, outManyOptions, timeoutOption } from '../result/destination-options.js'
import { recordedDestinations } from '../result/recorded-destination.js'
import { settle } from '../result/settle.js'
import { printNext, type Session } from '../session.js'
import { printable } from '@model-tasks/validation/printable'

/** Wait for everything that was submitted from here and not seen to end. */
export const resume = defineCommand({
  name: 'resume',
  group: 'Tasks',
  summary: 'wait for every task that was submitted from here and not seen to end',
  description:
    'Waits for every task that was submitted from here and not seen to end, as the journal records them, and stores the result of a `run` where its --out says. An existing file is replaced only with --force. A submit whose outcome is unknown is looked for at the service by its idempotency key; it is repeated only for the account it was made for, and while the service is certain to know the key, so that nothing is paid twice; else it is reported. `forget` gives up what cannot be resumed.',
  arguments: [],
  options: { ...outManyOptions, ...timeoutOption, ...sameAccountOption },
  examples: [
    { command: 'resume', does: 'wait for everything that is left, and store results where they were to go' },
    { command: 'resume --out clips/', does: 'store all results in one folder' },
  ],
  online: true,
  async run(session, { options }) {
    const destination = await destinationOf(session, options, { count: 2 })
    const connection = await openConnection(session)
    session.context.resumes = true
    const { client, journal, signal } = connection
    if (journal === undefined) throw new Problem('no journal is kept, so there is nothing to resume', 'usage')
    // What cannot be read in it is reported by `resumeAll`.
    const recorded = recordedDestinations(await journal.entries({}), options.force)
    const { handles, unresolved, elsewhere } = await client.resumeAll(journal, {
      signal,
      sameAccount: options.sameAccount,
    })
    const { terminal } = session
    for (const { id, intent, error } of unresolved) reportUnresolved(session, { id, key: intent.key, error })
    if (elsewhere.length > 0)
      terminal.err(`${formatCount(elsewhere.length, 'task')} left to another process that is still waiting.\n`)
    else if (handles.length === 0 && unresolved.length === 0) {
      terminal.err('Nothing is left to resume.\n')
      for (const [where, count] of await leftElsewhere(connection.service.baseUrl, session.env))
        terminal.err(`${formatCount(count, 'task')} left ${printable(where)}.\n`)
    }
    const destinationFor = ({ idempotencyKey = '' }: TaskHandle): Destination | undefined =>
      destination ?? recorded.get(idempotencyKey)
    if (handles.length > 0) await settle(session, connection, handles, destinationFor, options.timeout)
    if (unresolved.length > 0) {
      printNext(session, unresolved.flatMap(nextOf))
      session.exit = unresolved.some(({ id }) => id === undefined) ? 'submitUnknown' : 'notFound'
    }
  },
})

/** Prints why a submit, or a task, cannot be resumed now. */
function reportUnresolved(
  { terminal }: Session,
  { id, key, error }: { id: string | undefined; key: string; error: unknown },
): void {
  const why = clientFailure(error)?.summary ?? (error instanceof Error ? error.message : 'may have been accepted')
  const label = id === undefined ? 'unknown' : 'other account'
  terminal.err(
    `${terminal.paint.err.warning(label)} ${printable(why)}${id === undefined ? ` (Idempotency-Key ${printable(key)})` : ''}\n`,
  )
}

/** What can be done about it: what leads on first, to give it up last. */
function nextOf({ id, intent, error }: Resumed['unresolved'][number]): NextCommand[] {
  const code = clientFailure(error)?.code
  const confirm: NextCommand[] = code === 'account-unconfirmed' ? [['resume', '--same-account']] : []
  return [...confirm, taskCommand('forget', id ?? intent.key)]
}
