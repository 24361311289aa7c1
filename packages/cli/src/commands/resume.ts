import type { TaskHandle } from '@model-tasks/client'
import { formatCount } from '@model-tasks/validation/count'
import { openConnection } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { taskCommand } from '../failure/next-command.js'
import { Problem } from '../failure/problem.js'
import type { Destination } from '../result/destination.js'
import { destinationOf, outManyOptions, timeoutOption } from '../result/destination-options.js'
import { recordedDestinations } from '../result/recorded-destination.js'
import { settle } from '../result/settle.js'
import { printNext } from '../session.js'

/** Wait for everything that was submitted from here and not seen to end. */
export const resume = defineCommand({
  name: 'resume',
  group: 'Tasks',
  summary: 'wait for every task that was submitted from here and not seen to end',
  description:
    'Waits for every task that was submitted from here and not seen to end, as the journal records them, and stores the result of a `run` where its --out says. An existing file is replaced only with --force. A submit whose outcome is unknown is repeated only where the service has declared that it keeps idempotency keys, so that nothing is paid twice; elsewhere it is reported. `forget` gives up what cannot be resumed.',
  arguments: [],
  options: { ...outManyOptions, ...timeoutOption },
  examples: [
    { command: 'resume', does: 'wait for everything that is left, and store results where they were to go' },
    { command: 'resume --out clips/', does: 'store all results in one folder' },
  ],
  online: true,
  async run(session, { options }) {
    const destination = await destinationOf(session, options, 2)
    const connection = await openConnection(session)
    session.context.resumes = true
    const { client, journal, signal } = connection
    if (journal === undefined) throw new Problem('no journal is kept, so there is nothing to resume', 'usage')
    // What cannot be read in it is reported by `resumeAll`.
    const recorded = recordedDestinations(await journal.entries({}), options.force)
    const { handles, unresolved, elsewhere } = await client.resumeAll(journal, { signal })
    const { terminal } = session
    for (const { intent } of unresolved)
      terminal.err(
        `${terminal.paint.err.warning('unknown')} a submit of ${intent.model} at ${intent.at} may have been accepted; look for it at the service (Idempotency-Key ${intent.key})\n`,
      )
    if (elsewhere.length > 0)
      terminal.err(`${formatCount(elsewhere.length, 'task')} left to another process that is still waiting.\n`)
    else if (handles.length === 0 && unresolved.length === 0) terminal.err('Nothing is left to resume.\n')
    const destinationFor = ({ idempotencyKey = '' }: TaskHandle): Destination | undefined =>
      destination ?? recorded.get(idempotencyKey)
    if (handles.length > 0) await settle(session, connection, handles, destinationFor, options.timeout)
    if (unresolved.length > 0) {
      printNext(
        session,
        unresolved.map(({ intent }) => taskCommand('forget', intent.key)),
      )
      session.exit = 'submitUnknown'
    }
  },
})
