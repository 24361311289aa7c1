import { resultLocation } from '@model-tasks/client/policy'
import { openConnection, pollInterval } from '../connection/open-connection.js'
import { defineCommand } from '../definition/command.js'
import { flag } from '../definition/options.js'
import { destinationOf, outOptions, timeoutOption } from '../result/destination-options.js'
import { finish } from '../result/finish.js'
import { openFile, openUrl, requireOpener } from '../result/open-file.js'
import { report } from '../result/report.js'
import { describeTask } from '../result/task-page.js'
import { printJson } from '../session.js'

/** The state of a task now; with `--out`, its result as soon as there is one. */
export const get = defineCommand({
  name: 'get',
  group: 'Tasks',
  summary: 'show a task; with --out wait for it and store its result',
  description:
    'Shows a task as it is now. With --out, waits until it is completed and stores its result: this is how an interrupted run is resumed.',
  arguments: [{ name: 'id', description: 'a task ID', values: 'task' }],
  options: { ...outOptions, ...timeoutOption, open: flag('open the result once it is there') },
  examples: [
    { command: 'get task_1a2b', does: 'show the state of a task' },
    { command: 'get task_1a2b --out boat.mp4', does: 'wait for a task and store its result' },
    { command: 'get task_1a2b --out - | ffprobe -', does: 'write the result to standard output' },
  ],
  online: true,
  async run(session, { args: [id = ''], options }) {
    if (options.open) await requireOpener(session.env)
    const destination = await destinationOf(session, options)
    const connection = await openConnection(session)
    session.context.taskId = id
    const { client, signal, journal } = connection
    if (destination === undefined) {
      const task = await client.query(id, { signal })
      const { progressFraction } = await import('@model-tasks/client')
      if (session.globals.json === true) printJson(session, task)
      else session.terminal.out(describeTask(task, progressFraction(task), session.terminal.paint.out))
      const url = resultLocation(task)
      if (options.open && url !== undefined) await openUrl(url)
      return
    }
    const call = { signal, journal, timeout: options.timeout, ...(await pollInterval(connection, options.timeout)) }
    const finished = await finish(session, client.task(id), destination, call)
    report(session, finished)
    const file = finished.stored?.path
    if (options.open && file !== undefined && file !== '-') await openFile(file)
  },
})
