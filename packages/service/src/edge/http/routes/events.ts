import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusalOf, type CallerCache } from '../../../admit/callers.js'
import { Problem } from '../../../admit/problem.js'
import type { TaskEvent } from '../../../keep/store/event-store.js'
import type { FeedStream } from '../../../run/event-feed.js'
import type { HttpContext } from '../context.js'
import { callerOf } from '../hooks/authentication.js'
import { taskJson } from '../task-answer.js'

/** Events that are read from the store at a time. */
const pageSize = 100

/** Milliseconds after which a client connects again when a stream has ended. */
const pause = 1000

/**
 * GET /events, an extension: the ends of the account's tasks as server-sent events, from now on or from behind the event
 * that `Last-Event-ID` names. An ID is the number of the event in its account and the task, so that one of another history, such
 * as that before a restore, is not taken for a place in this one.
 */
export function eventsRoute(app: FastifyInstance, context: HttpContext, callers: CallerCache): void {
  const { feed, events, clock } = context
  app.get('/events', { exposeHeadRoute: false }, async (request, reply) => {
    const { account, key } = callerOf(request)
    const begin = await beginningOf(request, account.id)
    const stream = feed.open(account.id, key.id)
    if (stream === undefined)
      throw new Problem(
        'too-many-requests',
        'too many streams of events are open, or the service is stopping; close some, or try again in 5 s',
        { headers: { 'retry-after': '5' } },
      )
    // Also of a caller who has left while the store was asked.
    finished(reply.raw, () => {
      stream.close()
    })
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Nginx would hold events back to fill a buffer.
        'x-accel-buffering': 'no',
      })
      .send(Readable.from(written(request, stream, begin), { objectMode: false }))
  })

  async function beginningOf({ headers }: FastifyRequest, account: string): Promise<{ number: number; id: string }> {
    const latest = (await events.latest([account])).get(account) ?? 0
    const last = headers['last-event-id']
    // A browser sends an empty one, too.
    if (last === undefined || last === '') {
      const [event] = await events.after(account, latest - 1, 1)
      return { number: latest, id: event === undefined ? String(latest) : idOf(event) }
    }
    const [, text, task] = /^(\d{1,15})(?:-(task_[0-9a-z]+))?$/.exec(String(last)) ?? []
    const number = Number(text)
    const [event] = text === undefined ? [] : await events.after(account, number - 1, 1)
    const isAnother = task !== undefined && event?.number === number && event.task.id !== task
    if (text === undefined || number > latest || isAnother)
      throw new Problem(
        'event-unknown',
        'Last-Event-ID is not an event of this account, as after a restore of the service; list the tasks, and connect without it',
      )
    return { number, id: String(last) }
  }

  async function* written(
    request: FastifyRequest,
    stream: FeedStream,
    begin: { number: number; id: string },
  ): AsyncGenerator<string> {
    let { number } = begin
    yield `retry: ${pause}\nid: ${begin.id}\n\n`
    for (;;) {
      const turn = await stream.next(number)
      if (turn === 'over' || !(await isAllowed(request))) return
      if (turn === 'silence') {
        yield ':\n\n'
        continue
      }
      const page = await events.after(callerOf(request).account.id, number, pageSize)
      for (const event of page) {
        number = event.number
        yield textOf(event, request)
      }
      // What a page that is not full has left out is of tasks that were forgotten.
      if (page.length < pageSize) number = Math.max(number, turn)
    }
  }

  /** Whether the key of the stream is still one that may read. */
  async function isAllowed(request: FastifyRequest): Promise<boolean> {
    const caller = await callers.findBy(request.headers.authorization).catch((error: unknown) => {
      if (error instanceof Problem) return undefined
      throw error
    })
    return caller !== undefined && refusalOf(caller, 'read', clock.now()) === undefined
  }

  function textOf(event: TaskEvent, request: FastifyRequest): string {
    const { task } = event
    const type = `task.${task.status}`
    const timestamp = new Date(task.ended ?? task.created).toISOString()
    const data = `{"type":"${type}","timestamp":"${timestamp}","data":${taskJson(task, request, context)}}`
    return `id: ${idOf(event)}\nevent: ${type}\ndata: ${data}\n\n`
  }
}

function idOf({ number, task }: TaskEvent): string {
  return `${number}-${task.id}`
}
