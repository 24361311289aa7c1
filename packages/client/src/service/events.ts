import type { Call, Context } from '../call/context.js'
import { warnNowAndThen } from '../call/warn-now-and-then.js'
import { stoppedError } from '../call/within.js'
import { ApiError } from '../errors/api-error.js'
import { ConnectionError } from '../errors/connection-error.js'
import { failure } from '../errors/failure.js'
import type { ModelTasksError } from '../errors/model-tasks-error.js'
import { ProtocolError } from '../errors/protocol-error.js'
import { backoff } from '../policy/backoff.js'
import { innermostMessage, isSuccess } from '../policy/classify.js'
import { readAhead } from '../policy/read-ahead.js'
import { maxRetryAfter } from '../policy/retry-after.js'
import { Stopped, type Scope } from '../policy/scope.js'
import { isTask, ownTask } from '../task/task.js'
import { exchange } from '../transport/exchange.js'
import type { Transport } from '../transport/transport.js'
import { isTransient } from '../wait/transient.js'
import type { TaskEvent } from '../webhooks/event.js'
import { notOffered } from './capabilities.js'
import { readBlocks, type Block } from './event-stream.js'
import { foreign } from './extensions.js'

/** Where a stream of events begins. */
export interface EventsFrom {
  /** The `id` of the last event that was handled: the stream begins behind it. `0`: with the first that is kept. Default: now. */
  after?: string | undefined
  /**
   * Only the ends of these tasks, by their IDs. A proxy for browsers needs them: it tells the end of each once, also one that is already over, and
   * the stream ends with the last. Other services tell those that end from now on.
   */
  tasks?: readonly string[] | undefined
  /** Called each time the stream is connected, with the ID of the place from which it goes on: no event behind it is missed. */
  onConnect?: ((id: string) => void) | undefined
}

/** A service says every 15 s that a stream lives: one that is silent for longer has been cut somewhere, in milliseconds. */
const maxSilence = 45_000
/** Bytes of events that wait here where a connection may end with them, and not in the service. */
const maxWaiting = 2 ** 20
/** The longest pause before the stream is connected again, in milliseconds. */
const maxPause = 30_000

const named = foreign('events')

/** Where a connection begins, and whose ends it tells. */
interface Place {
  last: string | undefined
  tasks: readonly string[] | undefined
}

/**
 * Extension `events`: the tasks of the account as they end. A stream that breaks off is connected again behind its last event, so that
 * none is lost or comes twice, until the call ends. Throws what ends the call; what the first connection meets, once it was tried
 * `retries` times more; and afterwards what does not pass, such as a revoked key, or an ID that the service does not know any more.
 */
export async function* events(
  context: Context,
  call: Call,
  { after, tasks, onConnect }: EventsFrom = {},
): AsyncGenerator<TaskEvent> {
  let last = after
  let hasBegun = false
  for (let faults = 0, pace = 0; ;) {
    const connection = openConnection(call.scope)
    let pause = 0
    try {
      const response = await connect(context, call, { last, tasks }, connection.signal)
      if (response === 'over') return
      for await (const { id, data, retry } of blocks(context, call, response)) {
        hasBegun = true
        faults = 0
        pace = Math.min(retry ?? pace, maxPause)
        const event = data === undefined ? undefined : eventOf(context, id, data)
        last = id ?? last
        if (event !== undefined && tasks?.includes(event.data.id) !== false) yield event
        else if (id !== undefined && data === undefined) onConnect?.(id)
      }
    } catch (error) {
      const isMissing = error instanceof ApiError && notOffered.includes(error.status)
      const isFinal = isMissing || error instanceof ProtocolError || !isTransient(error) || call.scope.stopped
      if (isFinal || !(hasBegun || (faults < call.retries && !isSilence(error.cause)))) throw error
      warnNowAndThen(context.logger, ++faults, () => `${error.summary}; connecting again until it answers`)
      if (error instanceof ApiError) pause = Math.min(error.retryAfter ?? 0, maxRetryAfter)
    } finally {
      connection.abort()
    }
    // Not all at once where a service has ended many.
    const random = 0.5 + (context.clock.random?.() ?? Math.random())
    const wait = Math.max(pause, random * Math.max(pace, backoff(faults - 1, maxPause)))
    await call.scope.sleep(wait).catch((cause: unknown) => {
      throw brokenOff(context, call, cause)
    })
  }
}

/** What ends a connection. The end of the call does so too, also while the caller is busy with an event: no socket stays open. */
function openConnection(scope: Scope): AbortController {
  const connection = new AbortController()
  const { signal } = connection
  const ended = (): Promise<void> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve()
      })
    })
  scope.run(ended).catch(() => {
    connection.abort()
  })
  return connection
}

/** The blocks of one connection. Throws once it has ended. */
async function* blocks(context: Context, call: Call, response: Response): AsyncGenerator<Block> {
  const { next } = readAhead(response, maxWaiting)
  const read = async (): Promise<Uint8Array> => {
    const chunk = await call.scope.run(next, maxSilence).catch((cause: unknown) => {
      throw brokenOff(context, call, cause)
    })
    if (chunk) return chunk
    throw brokenOff(context, call, new Error('the other side has ended it'))
  }
  yield* readBlocks(read)
}

/** One request, whose answer is read until the signal fires where it is a stream. Over: nothing more will come. */
async function connect(
  context: Context,
  call: Call,
  { last, tasks = [] }: Place,
  signal: AbortSignal,
): Promise<Response | 'over'> {
  const search = new URLSearchParams(tasks.map((id) => ['task', id])).toString()
  const request = { method: 'GET', path: `/events${search && `?${search}`}` }
  const headers = { accept: 'text/event-stream', ...(last && { 'last-event-id': last }) }
  let response: Response | undefined
  const load = async (): Promise<Transport> => {
    const transport = context.transport.loaded ?? (await context.transport.load())
    const send: typeof fetch = async (url, init) => {
      const answered = await transport.send(url, { ...init, signal })
      if (!isSuccess(answered.status)) return answered
      response = answered
      return new Response(null, answered)
    }
    return { ...transport, send }
  }
  const streamed = { ...context, transport: { loaded: undefined, load } }
  const answer = await exchange(streamed, call, { ...request, headers }).catch((error: ModelTasksError) => {
    throw isSilence(error.cause) ? brokenOff(context, call, error.cause) : error
  })
  if (!isSuccess(answer.status)) {
    const what = notOffered.includes(answer.status) ? named : last ? `events after ${JSON.stringify(last)}` : 'events'
    throw await failure(context, call, answer, what, {})
  }
  if (answer.status === 204) return 'over'
  const type = answer.headers.get('content-type') ?? 'without a type'
  if (response && /^text\/event-stream\b/i.test(type)) return response
  throw new ConnectionError(`${named}: the answer is not a stream of events (${type})`, { nothingSent: false })
}

/** The error of a stream that does not go on. */
function brokenOff(context: Context, call: Call, cause: unknown): ModelTasksError {
  if (cause instanceof Stopped && cause.why === 'aborted') return stoppedError(context, call, cause, {})
  const why = isSilence(cause)
    ? `${cause.message}, although a service says every 15 s that it is there; check that no proxy holds the answer back`
    : innermostMessage(cause)
  return new ConnectionError(`the stream of events of ${new URL(context.baseUrl).host} broke off: ${why}`, {
    nothingSent: false,
    code: cause instanceof Stopped && cause.why === 'deadline' ? cause.why : undefined,
    cause,
  })
}

function isSilence(cause: unknown): cause is Stopped {
  return cause instanceof Stopped && cause.why === 'limit'
}

/** Undefined for an event of another kind: new ones may come. */
function eventOf({ modelIds }: Context, id = '', text: string): TaskEvent | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new ProtocolError(`events: event ${id} is not JSON`, {})
  }
  const { type, timestamp, data } = Object(json) as Partial<Record<keyof TaskEvent, unknown>>
  if ((type !== 'task.completed' && type !== 'task.failed') || typeof timestamp !== 'string' || !isTask(data))
    return undefined
  return { id, type, timestamp, data: ownTask(modelIds, data) }
}
