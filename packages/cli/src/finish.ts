import { dirname } from 'node:path'
import type { CallOptions, DownloadOptions, TaskHandle } from '@model-tasks/client'
import type { Task } from '@model-tasks/spec'
import { makeFolder } from './make-folder.js'
import { fileFor, type Destination } from './output-file.js'
import { resultUrl } from './result-url.js'
import type { CommonOptions, Session } from './session.js'
import type { Paint } from './terminal/paint.js'
import { printable } from './terminal/printable.js'
import { createProgress, megabytes } from './terminal/progress.js'

/** What became of a task: its last state, and the file its result went to. */
export interface Finished {
  task: Task
  file?: string
  bytes?: number
}

/**
 * Waits for a task, then stores its result where one is wanted. Shows a progress line when it is the only one.
 * Throws what the client throws.
 */
export async function finish(
  session: Session,
  handle: TaskHandle,
  destination: Destination | undefined,
  options: CallOptions,
  alone = true,
): Promise<Finished> {
  const label = printable([handle.toJSON().model, handle.id].filter((part) => part !== undefined).join(' '))
  const progress = createProgress({ ...session.terminal, live: session.terminal.live && alone }, label, () =>
    session.now(),
  )
  try {
    const task = await handle.wait({
      ...options,
      onProgress: (state) => {
        progress.show(state)
      },
    })
    if (destination === undefined) return { task }
    const stored = await saveResult(handle, destination, {
      ...options,
      onBytes: (received) => {
        progress.received(received.bytes, received.total)
      },
    })
    return { task, ...stored }
  } finally {
    progress.end()
  }
}

/** The word at the head of the last line, six columns wide at least. */
function labelOf({ status }: Task, paint: Paint): string {
  return status === 'completed'
    ? paint.good('done  ')
    : status === 'failed'
      ? paint.bad('failed')
      : paint.accent(printable(status))
}

/** Stores the result of a task that has ended, in a file named after it where the destination says so. */
export async function saveResult(
  handle: TaskHandle,
  destination: Destination,
  options: DownloadOptions,
): Promise<{ file: string; bytes: number }> {
  const task = handle.task ?? (await handle.query(options))
  const file = fileFor(destination, task)
  await makeFolder(dirname(file))
  const { path, bytes } = await handle.download(file, options)
  return { file: path, bytes }
}

/** Prints what became of a task: one JSON object, or the file's name (the result's URL when there is none). */
export function report(
  session: Session,
  { task, file, bytes }: Finished,
  { json = false, quiet = false }: CommonOptions,
): void {
  const { terminal } = session
  if (json) {
    terminal.out(`${JSON.stringify({ ...task, ...(file === undefined ? {} : { file, bytes }) })}\n`)
    return
  }
  const url = resultUrl(task)
  if (file !== undefined) terminal.out(`${file}\n`)
  else if (url !== undefined) terminal.out(`${printable(url)}\n`)
  if (quiet) return
  const paint = terminal.paint.err
  const cost =
    typeof task.amount === 'number' || typeof task.amount === 'string'
      ? `${String(task.amount)} ${Number(task.amount) === 1 ? 'credit' : 'credits'}`
      : undefined
  const facts = [`task ${task.id}`, task.status, bytes === undefined ? undefined : megabytes(bytes), cost].filter(
    (fact) => fact !== undefined,
  )
  terminal.err(`${labelOf(task, paint)}  ${paint.faint(printable(facts.join(', ')))}\n`)
  if (file === undefined && url !== undefined)
    terminal.err(`${paint.faint('The address expires. Keep the file with:')} model-tasks get ${task.id} --out .\n`)
}
