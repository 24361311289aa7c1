import { report } from '../finish.js'
import { openLine, type CommonOptions } from '../session.js'
import type { AddCommand } from './command.js'

/** `cancel`: an extension of the interface. */
export const addCancel: AddCommand = (program, session) => {
  const command = program
    .command('cancel')
    .summary('cancel a task that has not ended (an extension)')
    .description('Cancels a task that has not ended. An extension: not every service can.')
    .argument('<id>', 'task id')
  command.action(async (id: string) => {
    const options = command.optsWithGlobals<CommonOptions>()
    const line = await openLine(session, options)
    report(session, { task: await line.client.cancel(id, { signal: line.signal }) }, options)
  })
}
