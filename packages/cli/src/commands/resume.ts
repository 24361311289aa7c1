import { prepareDestination } from '../output-file.js'
import { Problem } from '../problem.js'
import { openLine, type CommonOptions } from '../session.js'
import type { AddCommand } from './command.js'
import { duration } from './option-values.js'
import { settle } from './wait.js'

interface ResumeOptions extends CommonOptions {
  out?: string
  timeout?: number
}

/** `resume`: take up everything that was submitted from here and not seen to end. */
export const addResume: AddCommand = (program, session) => {
  const command = program
    .command('resume')
    .summary('take up every task that was submitted from here and not seen to end')
    .description(
      'Takes up every task that was submitted from here and not seen to end. A submit whose outcome is unknown is repeated only where the service has declared that this is safe.',
    )
    .option('-o, --out <file>', 'store results in this folder/ or by this template with {id}, {model}, {ext}')
    .option('--timeout <time>', 'stop after this long, such as 90s or 5m; the tasks go on', duration)
  command.action(async () => {
    const options = command.optsWithGlobals<ResumeOptions>()
    const line = await openLine(session, options)
    if (line.journal === undefined)
      throw new Problem('no journal is kept, so there is nothing to take up', 'usage', ['model-tasks get <id> --out .'])
    const { handles, unresolved } = await line.client.resumeAll(line.journal, { signal: line.signal })
    const { terminal } = session
    for (const { intent } of unresolved) {
      terminal.err(
        `${terminal.paint.err.warning('unknown')} a submit of ${intent.model} at ${intent.at} may have been accepted; look for it at the service (Idempotency-Key ${intent.key})\n`,
      )
    }
    if (handles.length === 0 && unresolved.length === 0) terminal.err('Nothing is left to take up.\n')
    const destination = options.out === undefined ? undefined : await prepareDestination(options.out, handles.length)
    if (handles.length > 0) await settle(session, line, handles, destination, options)
    if (unresolved.length > 0) session.exit = 'submitUnknown'
  })
}
