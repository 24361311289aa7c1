import type { Task } from '@model-tasks/spec'
import type { Call, Context } from '../call/context.js'
import { AbortedError } from '../errors/aborted-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { ResultExpiredError } from '../errors/result-expired-error.js'
import { innermostMessage } from '../policy/classify.js'
import type { FileUrl } from '../policy/file-url.js'
import { redact } from '../policy/redact.js'
import { Stopped } from '../policy/scope.js'
import type { ResultOwner } from '../task/owner.js'
import { readAhead } from '../policy/read-ahead.js'
import { resultUrl } from './result-url.js'

/** A result that is being received. */
export interface Incoming {
  response: Response
  /** The next bytes of its body; undefined at its end. */
  next: () => Promise<Uint8Array | undefined>
  /** Ends the transfer. */
  stop: () => void
}

/**
 * Requests the result of a completed task. The API key is never sent with it: the URL is its own permission and may be on
 * another host. Its redirects are followed as `fetch` does, from https to http too: a task may name an http URL to begin with, and
 * what is received is checked alike. Where it is no longer served, the service is asked once for a fresh one (interface, Limits: result URLs expire).
 * `again` is the call that resumes, for the errors. Throws ResultExpiredError, ConnectionError, AbortedError, ProtocolError.
 */
export async function requestResult(
  context: Context,
  call: Call,
  handle: ResultOwner,
  headers: Record<string, string>,
  again: string,
): Promise<Incoming> {
  let task = handle.task ?? (await handle.query(call))
  for (let fresh = false, status = 0; ; fresh = true) {
    const url = resultUrl(task, context.baseUrl)
    if (url) {
      const incoming = await get(context, call, url, headers, task, again)
      status = incoming.response.status
      if (![403, 404, 410].includes(status)) return incoming
      incoming.stop()
    }
    const details = { taskId: task.id, task }
    if (fresh && !url)
      throw new ProtocolError(
        `task ${task.id} is ${task.status} and has no result URL: the service may have removed its file`,
        details,
      )
    if (fresh)
      throw new ResultExpiredError(
        `the result of task ${task.id} is no longer served (its host answered ${status}), and the service gave no URL that is`,
        { ...details, status },
      )
    task = await handle.query(call)
  }
}

async function get(
  { transport, secrets }: Context,
  { scope, requestTimeout }: Call,
  { href, authorization }: FileUrl,
  headers: Record<string, string>,
  task: Task,
  again: string,
): Promise<Incoming> {
  const transfer = new AbortController()
  const request = { headers: { ...headers, ...(authorization && { authorization }) }, signal: transfer.signal }
  try {
    const response = await scope.run(
      async () => (transport.loaded ?? (await transport.load())).send(href, request),
      requestTimeout,
    )
    return { response, next: readAhead(response).next, stop: () => transfer.abort() }
  } catch (cause) {
    transfer.abort()
    const why = redact(innermostMessage(cause), secrets)
    throw lost(task, `no answer from ${new URL(href).host} (${why})`, cause, again)
  }
}

/** The error of a transfer that ended too early. `why` may quote a URL: it is shown without credentials and signature. */
export function lost(task: Task, why: string, cause: unknown, again: string): AbortedError | ConnectionError {
  const about = { taskId: task.id, task, again }
  if (cause instanceof Stopped && cause.why === 'aborted')
    return new AbortedError(`the download of task ${task.id} was aborted`, { cause: cause.cause, ...about })
  return new ConnectionError(`result of task ${task.id}: ${redact(why, [])}`, { nothingSent: false, cause, ...about })
}
