import { resultLocation } from '@model-tasks/client/policy'
import { askRequest } from '../asking/ask-request.js'
import { canAsk } from '../asking/keys.js'
import { openConnection, pollInterval } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { flag } from '../definition/options.js'
import { findModel } from '../models/catalogue.js'
import { againOption } from '../request/again.js'
import { prepareRequest, quoteOption, requestArguments, requestOptions } from '../request/prepare.js'
import { submitRequest } from '../request/submit.js'
import { destinationOf, outOptions, timeoutOption } from '../result/destination-options.js'
import { extensionAdvice } from '../result/extension.js'
import { finish } from '../result/finish.js'
import { openFile, requireOpener } from '../result/open-file.js'
import { recordDestination } from '../result/recorded-destination.js'
import { report } from '../result/report.js'

/** Submit, wait, store the result. */
export const run = defineCommand({
  name: 'run',
  group: 'Tasks',
  summary: 'submit a task, wait for it and store its result',
  description:
    'Submits a task, waits until it is completed and stores its result. The request, its local files and the destination are checked before anything is sent. The exit code of a failure says whether the task was accepted, completed or stored. Without arguments at a terminal, asks for a model and what it requires, shows the cost and the command, and runs it once that is confirmed.',
  arguments: requestArguments,
  options: {
    ...outOptions,
    ...timeoutOption,
    open: flag('open the result once it is stored'),
    ...requestOptions,
    ...quoteOption,
    ...againOption,
  },
  examples: [
    {
      command: "run sd_2.0_discount prompt='A paper boat at dusk' duration=5 --out boat.mp4",
      does: 'make a video and store it',
    },
    {
      command: 'run sd_2.0_discount prompt=@story.txt first_image=./cat.jpg --out clips/',
      does: 'take the prompt from a file and upload a local image',
    },
    {
      command: 'run beta-5.0 prompt=- --out - < story.txt > boat.png',
      does: 'read the prompt from standard input, write the image to standard output',
    },
    { command: "run sd_2.0_discount prompt='A paper boat' --dry-run", does: 'print the request and send nothing' },
  ],
  online: true,
  async run(session, { args, options }) {
    const { context, terminal } = session
    if (options.open) await requireOpener(session.env)
    const submits = !options.dryRun && !options.quote
    const words = args.length === 0 && canAsk(session) ? await askRequest(session, submits) : args
    context.submits = true
    const request = await prepareRequest(session, words, options)
    if (request === undefined) return
    const destination = await destinationOf(session, options, { models: [request.model] })
    const kind = findModel(request.model)?.kind
    const advice =
      destination?.to === 'file' && kind !== undefined
        ? extensionAdvice(destination.out, request.model, kind)
        : undefined
    if (advice !== undefined) terminal.err(`${terminal.paint.err.warning('advice')}  ${advice}\n`)
    const connection = await openConnection(session)
    const { signal, journal } = connection
    const call = {
      signal,
      journal,
      timeout: options.timeout,
      ...(await pollInterval(connection, options.timeout)),
    }
    const handle = await submitRequest(session, connection, request, {
      ...call,
      again: options.again,
      journal: recordDestination(journal, destination),
    })
    const finished = await finish(session, handle, destination, call)
    report(session, finished)
    const result = finished.stored?.path ?? resultLocation(finished.task)
    if (options.open && result !== undefined && result !== '-') await openFile(result)
  },
})
