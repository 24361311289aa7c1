import { prepareRequest, requestOptions, type RequestOptions } from '../request/prepare.js'
import { submitRequest } from '../request/submit.js'
import { openLine } from '../session.js'
import type { AddCommand } from './command.js'

/** `submit`: hand a task over and print its id. */
export const addSubmit: AddCommand = (program, session) => {
  const command = program
    .command('submit')
    .summary('submit a task and print its id')
    .description('Submits a task and prints its id, without waiting for it.')
    .usage('<model> [name=value ...] [@body.json] [options]')
    .argument('[words...]', 'model, then name=value, arrays by repeating, name:=json, @body.json for a whole body')
  requestOptions(command).action(async (words: string[]) => {
    const options = command.optsWithGlobals<RequestOptions>()
    const request = await prepareRequest(session, words, options)
    if (request === undefined) return
    const line = await openLine(session, options)
    const handle = await submitRequest(session, line, request, { signal: line.signal }, { quiet: true })
    const { terminal } = session
    terminal.out(options.json === true ? `${JSON.stringify(handle.task ?? handle)}\n` : `${handle.id}\n`)
    if (options.quiet !== true && options.json !== true)
      terminal.err(`${terminal.paint.err.faint('next')}    model-tasks get ${handle.id} --out .\n`)
  })
}
