import type { TaskHandle } from '@model-tasks/client'
import { finish } from '../finish.js'
import { failedOutcome, reportOutcomes, type Outcome } from '../outcome.js'
import { prepareDestination, type Destination } from '../output-file.js'
import { openLine, pace, type CommonOptions, type Line, type Session } from '../session.js'
import { createBoard } from '../terminal/board.js'
import type { AddCommand } from './command.js'
import { duration } from './option-values.js'

interface WaitOptions extends CommonOptions {
  out?: string
  timeout?: number
}

/** `wait`: until every task has ended. */
export const addWait: AddCommand = (program, session) => {
  const command = program
    .command('wait')
    .summary('wait until tasks have ended')
    .description('Waits until every one of some tasks has ended, and says how.')
    .argument('<id...>', 'task ids')
    .option('--timeout <time>', 'stop waiting after this long, such as 90s or 5m; the tasks go on', duration)
  command.action(async (ids: string[]) => {
    const options = command.optsWithGlobals<WaitOptions>()
    const line = await openLine(session, options)
    await settle(
      session,
      line,
      ids.map((id) => line.client.task(id)),
      undefined,
      options,
    )
  })
}

/** `download`: store the results of tasks. */
export const addDownload: AddCommand = (program, session) => {
  const command = program
    .command('download')
    .summary('store the results of tasks, waiting where need be')
    .description('Stores the results of tasks, and waits for those that have not ended.')
    .argument('<id...>', 'task ids')
    .option(
      '-o, --out <file>',
      'a file (for one task), a folder/, or a template with {id}, {model}, {ext}',
      '{id}.{ext}',
    )
    .option('--timeout <time>', 'stop after this long, such as 90s or 5m; the tasks go on', duration)
  command.action(async (ids: string[]) => {
    const options = command.optsWithGlobals<WaitOptions & { out: string }>()
    session.about.out = options.out
    const destination = await prepareDestination(options.out, ids.length)
    const line = await openLine(session, options)
    await settle(
      session,
      line,
      ids.map((id) => line.client.task(id)),
      destination,
      options,
    )
  })
}

/** Waits for tasks side by side, stores their results where wanted, and reports each. */
export async function settle(
  session: Session,
  line: Line,
  handles: readonly TaskHandle[],
  destination: Destination | undefined,
  options: WaitOptions,
): Promise<void> {
  const call = { signal: line.signal, timeout: options.timeout, ...(await pace(line)) }
  const alone = handles.length === 1
  const board = alone ? undefined : createBoard(session.terminal, handles.length, () => session.now())
  const outcomes = await Promise.all(
    handles.map(async (handle): Promise<Outcome> => {
      const { model } = handle.toJSON()
      board?.started(handle.id, model ?? '')
      try {
        const { task, file } = await finish(session, handle, destination, call, alone)
        board?.ended(handle.id, 'completed', task.amount)
        return {
          id: handle.id,
          model: task.model,
          status: task.status,
          task,
          exit: 'ok',
          ...(file === undefined ? {} : { file }),
        }
      } catch (error) {
        if (alone) throw error
        board?.ended(handle.id, 'failed')
        return failedOutcome(session, handle.id, model, error)
      }
    }),
  )
  board?.close()
  reportOutcomes(session, outcomes, options.json === true)
}
