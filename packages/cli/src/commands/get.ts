import { finish, report } from '../finish.js'
import { openFile } from '../open-file.js'
import { prepareDestination } from '../output-file.js'
import { resultUrl } from '../result-url.js'
import { openLine, pace, type CommonOptions } from '../session.js'
import { describeTask } from '../task-page.js'
import type { AddCommand } from './command.js'
import { duration } from './option-values.js'

interface GetOptions extends CommonOptions {
  out?: string
  timeout?: number
  open?: boolean
}

/** `get`: the state of a task now; with `--out`, its result as soon as there is one. */
export const addGet: AddCommand = (program, session) => {
  const command = program
    .command('get')
    .summary('show a task; with --out wait for it and store its result')
    .description(
      'Shows a task as it is now. With --out, waits until it is completed and stores its result: this is how an interrupted run is taken up again.',
    )
    .argument('<id>', 'task id')
    .option('-o, --out <file>', 'where the result goes: a file, a folder/, or a template with {id}, {model}, {ext}')
    .option('--timeout <time>', 'stop waiting after this long, such as 90s or 5m; the task goes on', duration)
    .option('--open', 'open the result when it is there')
  command.action(async (id: string) => {
    const options = command.optsWithGlobals<GetOptions>()
    if (options.out !== undefined) session.about.out = options.out
    const line = await openLine(session, options)
    if (options.out === undefined) {
      const task = await line.client.query(id, { signal: line.signal })
      session.terminal.out(
        options.json === true ? `${JSON.stringify(task)}\n` : describeTask(task, session.terminal.paint.out),
      )
      await openResult(options, resultUrl(task))
      return
    }
    const destination = await prepareDestination(options.out)
    const call = { signal: line.signal, timeout: options.timeout, ...(await pace(line)) }
    const finished = await finish(session, line.client.task(id), destination, call)
    report(session, finished, options)
    await openResult(options, finished.file)
  })
}

async function openResult({ open }: GetOptions, result: string | undefined): Promise<void> {
  if (open === true && result !== undefined) await openFile(result)
}
