import { exists, filePath, hasArrived } from '#disk'
import type { Task } from '@model-tasks/spec'
import { checkOptions, from } from '../call/check-options.js'
import { beginCall, type Call, type Context } from '../call/context.js'
import type { CallOptions } from '../call/options.js'
import { tell } from '../call/tell.js'
import { AbortedError } from '../errors/aborted-error.js'
import { ModelTasksError } from '../errors/model-tasks-error.js'
import { TaskTimeoutError } from '../errors/task-timeout-error.js'
import { numbered } from '../policy/result-files.js'
import { resultExtension } from '../policy/result.js'
import { Stopped } from '../policy/scope.js'
import type { ResultOwner } from '../task/owner.js'
import { safeName } from './file-name.js'
import { fileId, fileNumber, ownerOf, type FileChoice } from './one-of-several.js'
import { share, type Progress } from './shared.js'
import { destinationExists } from './storage-failure.js'
import { transfer, type Download, type WholeFile } from './transfer.js'

/** `timeout` bounds waiting and receiving together, `requestTimeout` the time without a byte, `retries` the attempts in a row that bring none. */
export interface DownloadOptions extends CallOptions, FileChoice {
  /** The largest result to accept, in bytes. Default 4 GiB. */
  maxBytes?: number | undefined
  /** Whether a file that is already at the path is replaced, once the result is whole. Default true. */
  overwrite?: boolean | undefined
  /** Called with what has been received. */
  onBytes?: ((received: { bytes: number; total: number | undefined }) => unknown) | undefined
  /**
   * Called when the result is whole and verified, before it appears at its path; awaited. Record what it is called with, and pass
   * it as `whole` after a crash. When it throws, the download ends with a StorageError, and what was received is kept.
   */
  onWhole?: ((file: WholeFile) => unknown) | undefined
  /** What `onWhole` of an earlier call was called with. A file at the path with that length and digest is this result, and is not received again. */
  whole?: { bytes: number; digest: string; contentType?: string | undefined } | undefined
}

/**
 * Stores one file of a task's result under `path`; in a folder, as `<id>.<extension>` (the second as `<id>-2.<extension>`). It
 * appears there once it is whole: until then its bytes are in a part file beside it, which belongs to this file of this task
 * alone and from which a later call continues. Calls for the same file and path share one transfer. Throws StorageError, ResultExpiredError, ProtocolError (what its host sends
 * is not one whole result), ConnectionError, AbortedError, TaskTimeoutError, and what `wait` throws.
 */
export async function download(
  context: Context,
  call: Call,
  owner: ResultOwner,
  path: string,
  options: DownloadOptions,
): Promise<Download> {
  if (typeof path !== 'string' || path === '')
    throw new ModelTasksError('download() requires the path of a file or folder; open() gives the result as a stream', {
      taskId: owner.id,
      again: 'download(path)',
    })
  checkOptions(options, { maxBytes: from(1) })
  const { scope } = call
  const number = fileNumber(options)
  const handle = ownerOf(owner, number)
  const id = fileId(owner.id, number)
  const task = handle.task?.status === 'completed' ? handle.task : await handle.wait(call)
  const again = `download('${path}'${number === 0 ? '' : `, { file: ${number} }`})`
  let last: Progress = { bytes: 0, total: undefined, kept: false, fault: undefined }
  try {
    const file = await scope.run(() =>
      filePath(path, numbered(`${safeName(task.id)}.${resultExtension(task)}`, number)),
    )
    const { maxBytes = 2 ** 32, overwrite = true, onBytes, onWhole, whole } = options
    if (whole && (await scope.run(() => hasArrived(file, id, whole.bytes, whole.digest))))
      return { path: file, bytes: whole.bytes, contentType: whole.contentType }
    if (!overwrite && (await scope.run(() => exists(file)))) throw destinationExists(task, file)
    return await share(
      JSON.stringify([context.baseUrl, id, file, maxBytes, overwrite]),
      scope,
      {
        onProgress: (progress) => {
          last = progress
          const { bytes, total, fault } = progress
          if (fault === undefined) void tell(context.logger, scope, onBytes, { bytes, total })
        },
        onWhole: onWhole && (async (found: WholeFile) => onWhole(found)),
      },
      (signal, { onProgress, onWhole }) => {
        const own = beginCall(context, { ...call, timeout: Infinity, signal })
        const about = { context, call: own, handle, task, id, again, maxBytes, onProgress, onWhole }
        return transfer(about, file, overwrite)
      },
    )
  } catch (error) {
    throw error instanceof Stopped ? stopped(error, task, call, last, again) : error
  }
}

function stopped(
  error: Stopped,
  task: Task,
  { timeout = 0 }: Call,
  { bytes, kept, fault }: Progress,
  again: string,
): ModelTasksError {
  const about = { taskId: task.id, task, again }
  if (error.why === 'aborted')
    return new AbortedError(`the download of task ${task.id} was aborted`, { cause: error.cause, ...about })
  const why = fault instanceof ModelTasksError ? `; the last attempt failed: ${fault.summary}` : ''
  const rest = kept && bytes > 0 ? `; the ${bytes} bytes that were received are kept` : ''
  return new TaskTimeoutError(
    `the download of task ${task.id} took longer than ${Math.round(timeout)} ms${why}${rest}`,
    { ...about, cause: fault },
  )
}
