import { finish, report } from '../finish.js'
import { openFile } from '../open-file.js'
import { prepareDestination } from '../output-file.js'
import { prepareRequest, requestOptions, type RequestOptions } from '../request/prepare.js'
import { submitRequest } from '../request/submit.js'
import { resultUrl } from '../result-url.js'
import { openLine, pace } from '../session.js'
import type { AddCommand } from './command.js'
import { duration } from './option-values.js'

interface RunOptions extends RequestOptions {
  out?: string
  timeout?: number
  open?: boolean
}

/** `run`: submit, wait, store the result. */
export const addRun: AddCommand = (program, session) => {
  const command = program
    .command('run')
    .summary('submit a task, wait for it and store its result')
    .description('Submits a task, waits until it is completed and stores its result.')
    .argument('[words...]', 'model, then name=value, arrays by repeating, name:=json, @body.json for a whole body')
    .usage('<model> [name=value ...] [@body.json] [options]')
    .option('-o, --out <file>', 'where the result goes: a file, a folder/, or a template with {id}, {model}, {ext}')
    .option('--timeout <time>', 'stop waiting after this long, such as 90s or 5m; the task goes on', duration)
    .option('--open', 'open the result when it is there')
  requestOptions(command).action(async (words: string[]) => {
    const options = command.optsWithGlobals<RunOptions>()
    if (options.out !== undefined) session.about.out = options.out
    const request = await prepareRequest(session, words, options)
    if (request === undefined) return
    const destination = options.out === undefined ? undefined : await prepareDestination(options.out)
    const line = await openLine(session, options)
    const call = { signal: line.signal, timeout: options.timeout, ...(await pace(line)) }
    const handle = await submitRequest(session, line, request, call, options)
    const finished = await finish(session, handle, destination, call)
    report(session, finished, options)
    const result = finished.file ?? resultUrl(finished.task)
    if (options.open === true && result !== undefined) await openFile(result)
  })
}
