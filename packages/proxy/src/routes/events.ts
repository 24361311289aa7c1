import { ApiError } from '@model-tasks/client'
import { maxStreamsPerUser } from '../events/event-streams.js'
import { eventStream, toldOf } from '../events/event-text.js'
import { ToldEnds, type NamedTask } from '../events/told-ends.js'
import type { Parts } from '../parts.js'
import { problem } from '../problem.js'

/** Tasks of one stream: their names are in its URL. */
const maxTasks = 32

/**
 * GET /events?task={id}&task={id}: the ends of these tasks of the user as server-sent events, each once, those that were over before at once. The
 * service streams the ends of all users' tasks, and this proxy stores none: a user names tasks, and shows by their signatures that they are theirs.
 */
export async function events(parts: Parts, request: Request, user: string): Promise<Response> {
  const { ids, streams, settings } = parts
  const names = [...new Set(new URL(request.url).searchParams.getAll('task'))]
  if (names.length === 0 || names.length > maxTasks)
    return problem(400, `name 1 to ${maxTasks} tasks, as /events?task={id}&task={id}; ${names.length} are named`)
  const tasks: NamedTask[] = []
  for (const signed of names) {
    const id = await ids.open('task', user, signed)
    if (id === undefined) return problem(404, `the task ${JSON.stringify(signed.slice(0, 100))} is unknown`)
    tasks.push({ id, signed })
  }
  const told = toldOf(request.headers.get('last-event-id'), tasks.length)
  if (told === undefined)
    return problem(409, 'Last-Event-ID is not one of a stream of these tasks; connect without it, or with the same URL')
  // A browser does not connect again after this.
  if (told.size === tasks.length) return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  const giveBack = streams.place(user)
  if (giveBack === undefined)
    return problem(
      429,
      `too many streams of events are open, of which a user may have ${maxStreamsPerUser}; close one, or query the tasks`,
      {},
      { 'retry-after': '15' },
    )
  let leave: (() => void) | undefined
  // A user who has signed out since hears nothing more.
  const isAllowed = async (): Promise<boolean> => {
    try {
      return (await settings.user(request)) === user
    } catch {
      return false
    }
  }
  const ends = new ToldEnds(parts, tasks, told, isAllowed, () => {
    leave?.()
    giveBack()
  })
  request.signal.addEventListener('abort', () => ends.end())
  try {
    leave = await streams.listen(ends.listener)
  } catch (error) {
    ends.end()
    if (!(error instanceof ApiError)) throw error
    const { status, retryAfter } = error
    if (status === 429 || status === 503)
      return problem(
        status,
        'the service opens no more streams now; query the tasks',
        {},
        { 'retry-after': `${Math.ceil((retryAfter ?? 15_000) / 1_000)}` },
      )
    return problem(404, 'the service has no stream of events; query the tasks')
  }
  if (request.signal.aborted) leave()
  ends.begin()
  return new Response(ends.body, {
    headers: {
      'content-type': eventStream,
      'cache-control': 'no-store, no-transform',
      // Nginx would hold events back to fill a buffer.
      'x-accel-buffering': 'no',
    },
  })
}
