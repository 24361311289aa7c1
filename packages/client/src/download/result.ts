import type { Task } from '@model-tasks/spec'
import { bounded } from '../policy/bounded.js'
import type { Call, Context } from '../call/context.js'
import { AbortedError } from '../errors/aborted-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { ResultExpiredError } from '../errors/result-expired-error.js'
import type { TaskHandle } from '../task/handle.js'
import { redact } from '../policy/redact.js'

/** A result that is being received. */
export interface Incoming {
  response: Response
  /** Ends the transfer. */
  stop: () => void
}

/**
 * Requests the result of a completed task. The key never goes along: the URL is its own permission and may lie on
 * another host. Where it is no longer served, the service is asked once for a fresh one (interface, Limits: result URLs expire).
 * `again` is the call that takes it up once more, for the errors. Throws ResultExpiredError, ConnectionError, AbortedError, ProtocolError.
 */
export async function requestResult(
  context: Context,
  call: Call,
  handle: TaskHandle,
  headers: Record<string, string>,
  again: string,
): Promise<Incoming> {
  let task = handle.task ?? (await handle.query(call))
  for (let fresh = false; ; fresh = true) {
    const url = resultUrl(context, task)
    if (url) {
      const incoming = await get(context, call, url, headers, task.id, again)
      if (![403, 404, 410].includes(incoming.response.status)) return incoming
      incoming.stop()
    }
    const details = { taskId: task.id, task }
    if (fresh && !url) throw new ProtocolError(`task ${task.id} is ${task.status} and has no result URL`, details)
    if (fresh)
      throw new ResultExpiredError(
        `the result of task ${task.id} is no longer served, and the service gave no URL that is`,
        details,
      )
    task = await handle.query(call)
  }
}

function resultUrl({ baseUrl }: Context, task: Task): string | undefined {
  const fields: Record<string, unknown> = { ...task }
  const url = [fields.result_url, fields.video_url, fields.image_url].find(
    (value) => typeof value === 'string' && value !== '',
  )
  const absolute = typeof url === 'string' && URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : undefined
  return absolute && /^https?:$/.test(absolute.protocol) ? absolute.href : undefined
}

async function get(
  { clock, send }: Context,
  call: Call,
  url: string,
  headers: Record<string, string>,
  id: string,
  again: string,
): Promise<Incoming> {
  const transfer = new AbortController()
  try {
    const response = await bounded(clock, Math.min(call.requestTimeout, call.deadline - clock.now()), call.signal, () =>
      send(url, { headers, signal: transfer.signal }),
    )
    return { response, stop: () => transfer.abort() }
  } catch (cause) {
    transfer.abort()
    throw lost(id, `GET ${redact(url, [])}`, cause, again)
  }
}

/** The error of a transfer that ended too early. */
export function lost(taskId: string, what: string, cause: unknown, again: string): AbortedError | ConnectionError {
  if (cause instanceof AbortedError)
    return new AbortedError(`the download of task ${taskId} was aborted`, { cause: cause.cause, taskId, again })
  return new ConnectionError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, {
    nothingSent: false,
    cause,
    taskId,
    again,
  })
}
