import type { Task } from '@model-tasks/spec'
import { bounded, sleep } from '../policy/bounded.js'
import type { Call, Context } from '../call/context.js'
import type { Part } from '../disk/part.js'
import { AbortedError } from '../errors/aborted-error.js'
import { ApiError } from '../errors/api-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { TaskTimeoutError } from '../errors/task-timeout-error.js'
import type { TaskHandle } from '../task/handle.js'
import type { CallOptions } from '../call/options.js'
import { pollDelay } from '../wait/poll-delay.js'
import { isTransient } from '../wait/faults.js'
import { readRetryAfter } from '../policy/retry-after.js'
import { tell } from '../call/tell.js'
import { checkType } from './check-type.js'
import { extensionOf, safeName } from './file-name.js'
import { lost, requestResult, type Incoming } from './result.js'

/** `timeout` bounds waiting and receiving together, `requestTimeout` the time without a byte, `retries` the attempts in a row that bring none. */
export interface DownloadOptions extends CallOptions {
  /** The largest result to accept, in bytes. Default 4 GiB. */
  maxBytes?: number | undefined
  /** Told how much is there. */
  onBytes?: ((received: { bytes: number; total: number | undefined }) => unknown) | undefined
}

/** A result on disk. */
export interface Download {
  path: string
  bytes: number
  /** As the host of the result calls it. */
  contentType: string | undefined
}

/**
 * Stores a task's result under `path`; in a folder, as `<id>.<extension>`. Written to `<path>.part` and renamed once it is whole; what an earlier attempt
 * left there is taken up. Throws ResultExpiredError, ProtocolError (another type, too large), ConnectionError, AbortedError,
 * TaskTimeoutError, ModelTasksError when the disk does not take it, and what `wait` throws.
 */
export async function download(
  context: Context,
  call: Call,
  handle: TaskHandle,
  path: string,
  options: DownloadOptions,
): Promise<Download> {
  if (typeof path !== 'string' || path === '')
    throw new ModelTasksError('download() wants the path of a file or folder; open() gives the result as a stream', {
      taskId: handle.id,
      again: 'download(path)',
    })
  const { filePath, openPart } = await import('#disk')
  const task = handle.task?.status === 'completed' ? handle.task : await handle.wait(call)
  const again = `download('${path}')`
  try {
    const file = await filePath(path, `${safeName(task.id)}.${extensionOf(task)}`)
    const part = await openPart(file, task.id)
    return { path: file, ...(await fill(context, call, handle, task, part, file, again, options)) }
  } catch (cause) {
    if (cause instanceof ModelTasksError) throw cause
    throw new ModelTasksError(
      `the result of task ${task.id} cannot be stored as ${path}: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause, taskId: task.id, task, again },
    )
  }
}

/** Receives what a part lacks, in as many attempts as it takes, and finishes it. */
async function fill(
  context: Context,
  call: Call,
  handle: TaskHandle,
  task: Task,
  part: Part,
  file: string,
  again: string,
  options: DownloadOptions,
): Promise<Omit<Download, 'path'>> {
  let most = part.bytes
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        const contentType = await receive(context, call, handle, task, part, again, options)
        await part.finish()
        return { bytes: part.bytes, contentType }
      } catch (error) {
        if (part.bytes > most) attempt = -1
        most = Math.max(most, part.bytes)
        const passing = error instanceof ConnectionError || (error instanceof ApiError && isTransient(error))
        if (!passing || attempt >= call.retries) throw error
        if (context.clock.now() >= call.deadline) throw late(call, task, part, file, again)
        await sleep(
          context.clock,
          Math.max(
            Math.min(500 * 2 ** attempt, pollDelay(context.clock, call.pollInterval)),
            error instanceof Refused ? error.delay : 0,
          ),
          call.signal,
        )
      }
    }
  } catch (error) {
    const tidied = error instanceof ProtocolError ? part.discard() : part.close()
    // An abort settles at once; the disk may take its time.
    if (error instanceof AbortedError) tidied.catch(() => undefined)
    else await tidied
    throw error
  }
}

function late({ timeout = 0 }: Call, task: Task, { bytes }: Part, file: string, again: string): TaskTimeoutError {
  const kept = bytes > 0 ? `; ${file}.part keeps what is there` : ''
  return new TaskTimeoutError(`the download of task ${task.id} took longer than ${Math.round(timeout)} ms${kept}`, {
    taskId: task.id,
    task,
    again,
  })
}

/** The host of the result answered, with a failure that may pass. */
class Refused extends ConnectionError {
  constructor(
    message: string,
    readonly delay: number,
    taskId: string,
    again: string,
  ) {
    super(message, { nothingSent: false, taskId, again })
  }
}

/** One attempt at the rest of the file. Answers its type. */
async function receive(
  context: Context,
  call: Call,
  handle: TaskHandle,
  task: Task,
  part: Part,
  again: string,
  options: DownloadOptions,
): Promise<string | undefined> {
  const incoming = await requestResult(
    context,
    call,
    handle,
    {
      'accept-encoding': 'identity',
      ...(part.bytes > 0 && { range: `bytes=${part.bytes}-`, ...(part.tag !== undefined && { 'if-range': part.tag }) }),
    },
    again,
  )
  try {
    return await store(context, call, incoming, task, part, again, options)
  } finally {
    incoming.stop()
  }
}

async function store(
  context: Context,
  call: Call,
  { response }: Incoming,
  task: Task,
  part: Part,
  again: string,
  { maxBytes = 2 ** 32, onBytes }: DownloadOptions,
): Promise<string | undefined> {
  const { status, headers } = response
  const range = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '')
  if (status === 416 && range?.[2] === String(part.bytes)) return undefined
  const tag = headers.get('etag')?.startsWith('"')
    ? (headers.get('etag') ?? undefined)
    : (headers.get('last-modified') ?? undefined)
  if (status === 416 || (status === 206 && Number(range?.[1]) !== part.bytes)) {
    await part.restart(undefined)
    throw new Refused(`the result of task ${task.id} has another length than before`, 0, task.id, again)
  }
  if (!response.ok)
    throw new Refused(
      `the result of task ${task.id} was answered with ${status}`,
      readRetryAfter(headers)?.delay ?? 0,
      task.id,
      again,
    )

  const type = checkType(response, task)
  if (status !== 206) await part.restart(tag)
  const plain = !headers.get('content-encoding') || headers.get('content-encoding') === 'identity'
  const length = headers.get('content-length')
  const total = status === 206 ? Number(range?.[2]) || undefined : plain && length !== null ? Number(length) : undefined
  const guard = (bytes: number): void => {
    if (bytes > maxBytes)
      throw new ProtocolError(`the result of task ${task.id} is larger than maxBytes (${maxBytes})`, {
        taskId: task.id,
        task,
      })
  }
  guard(total ?? 0)

  const reader = response.body?.getReader()
  for (;;) {
    const limit = Math.min(call.requestTimeout, call.deadline - context.clock.now())
    const chunk = await bounded(context.clock, limit, call.signal, async () => reader?.read()).catch(
      (cause: unknown) => {
        throw lost(task.id, `result of task ${task.id}`, cause, again)
      },
    )
    if (!chunk?.value) break
    guard(part.bytes + chunk.value.byteLength)
    await part.write(chunk.value)
    void tell(context.logger, call.scope, onBytes, { bytes: part.bytes, total })
  }
  if (total !== undefined && part.bytes < total)
    throw lost(task.id, `result of task ${task.id}`, `ended after ${part.bytes} of ${total} bytes`, again)
  return type
}
